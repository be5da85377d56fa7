import { expect, it } from "vitest";
import { ByteTurns } from "@/lib/feeds/byte-turns";

it("admits a number of bytes at once, in the order of arrival, and a larger item alone", async () => {
  const turns = new ByteTurns(10);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const all = [6, 4, 1, 50, 2].map((bytes) =>
    turns.run(bytes, () => {
      begun.push(bytes);
      return new Promise<void>((end) => ends.push(end));
    }),
  );
  const endNext = async () => {
    ends.shift()?.();
    // The next ones begin in later turns of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
  };
  expect(begun).toEqual([6, 4]);
  await endNext();
  expect(begun).toEqual([6, 4, 1]);
  await endNext();
  expect(begun).toEqual([6, 4, 1]);
  await endNext();
  expect(begun).toEqual([6, 4, 1, 50]);
  await endNext();
  expect(begun).toEqual([6, 4, 1, 50, 2]);
  await endNext();
  await Promise.all(all);
});

it("ends a turn whose work fails", async () => {
  const turns = new ByteTurns(1);
  await expect(turns.run(1, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await turns.run(1, async () => "yes")).toBe("yes");
});
