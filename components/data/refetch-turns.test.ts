import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { RefetchTurns } from "@/components/data/refetch-turns";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Turns that each take this long, and what was read in them. */
function openTurns(takesMs: number) {
  const read: string[][] = [];
  let underWay = 0;
  let most = 0;
  const turns = new RefetchTurns(async (changed) => {
    read.push([...changed].sort());
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise((resolve) => setTimeout(resolve, takesMs));
    underWay -= 1;
  }, 1_000);
  return { turns, read, mostAtOnce: () => most };
}

it("reads at once after a quiet time, and then once for all signals of a second", async () => {
  const { turns, read } = openTurns(50);
  turns.add(["events"]);
  expect(read).toEqual([["events"]]);
  turns.add(["events"]);
  turns.add(["deliveries"]);
  await vi.advanceTimersByTimeAsync(900);
  expect(read).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(read).toEqual([["events"], ["deliveries", "events"]]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(read).toHaveLength(2);
});

it("never reads twice at once, and gives a slow server twice the time that it took", async () => {
  const { turns, read, mostAtOnce } = openTurns(4_000);
  for (let second = 0; second < 60; second += 1) {
    turns.add(["events"]);
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(mostAtOnce()).toBe(1);
  expect(read.length).toBeLessThanOrEqual(6);
  turns.stop();
  const before = read.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(read).toHaveLength(before);
});

it("goes on after a turn that failed", async () => {
  let count = 0;
  const turns = new RefetchTurns(async () => {
    count += 1;
    throw new Error("away");
  }, 1_000);
  turns.add(["events"]);
  turns.add(["events"]);
  await vi.advanceTimersByTimeAsync(1_100);
  expect(count).toBe(2);
});
