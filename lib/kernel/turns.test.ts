import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Turns } from "@/lib/kernel/turns";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Takes turns for each of the names; `had` are those whose turn has come, and `end` ends that of one. */
async function startTurns(most: number, names: readonly string[]) {
  const turns = new Turns(most, 200);
  const had: string[] = [];
  const ends = new Map<string, () => void>();
  const take = (name: string) =>
    void turns.take().then((end) => {
      had.push(name);
      ends.set(name, end);
    });
  for (const name of names) take(name);
  await vi.advanceTimersByTimeAsync(0);
  return {
    had,
    take,
    async end(name: string) {
      ends.get(name)?.();
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

it("lets so many go at a time, and the others in the order in which they came", async () => {
  const { had, end } = await startTurns(2, ["a", "b", "c", "d"]);
  expect(had).toEqual(["a", "b"]);
  await end("b");
  expect(had).toEqual(["a", "b", "c"]);
  await end("c");
  expect(had).toEqual(["a", "b", "c", "d"]);
});

it("lets somebody go at once where one is free", async () => {
  const { had, take, end } = await startTurns(1, ["a"]);
  await end("a");
  take("b");
  await vi.advanceTimersByTimeAsync(0);
  expect(had).toEqual(["a", "b"]);
});

it("does not wait for one that takes long, and does not count it twice when it ends", async () => {
  const { had, take, end } = await startTurns(1, ["a", "b", "c"]);
  await vi.advanceTimersByTimeAsync(199);
  expect(had).toEqual(["a"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(had).toEqual(["a", "b"]);
  await end("a");
  expect(had).toEqual(["a", "b"]);
  await end("b");
  await end("b");
  expect(had).toEqual(["a", "b", "c"]);
  take("d");
  await vi.advanceTimersByTimeAsync(0);
  expect(had).toEqual(["a", "b", "c"]);
});
