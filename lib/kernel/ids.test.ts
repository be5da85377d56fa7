import { expect, test } from "vitest";
import { idTime, isId, newId } from "@/lib/kernel/ids";

test("ids are UUIDv7 of now, each once, and sort by the order they were made in", () => {
  const before = Date.now();
  const ids = Array.from({ length: 100_000 }, () => newId());
  expect(ids.every(isId)).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(ids);
  expect(idTime(ids[0] as string).getTime()).toBeGreaterThanOrEqual(before);
  expect(idTime(ids[0] as string).getTime()).toBeLessThanOrEqual(Date.now());
});

test("the last bits of ids are random, so that none can be guessed from another", () => {
  const ends = new Set(Array.from({ length: 10_000 }, () => newId().slice(-10)));
  expect(ends.size).toBe(10_000);
});
