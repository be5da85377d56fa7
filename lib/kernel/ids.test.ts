import { expect, test } from "vitest";
import { idTime, isId, newId } from "@/lib/kernel/ids";

test("makes UUIDv7 of the present, each once, which sort by the order of their creation", () => {
  const before = Date.now();
  const ids = Array.from({ length: 100_000 }, () => newId());
  expect(ids.every(isId)).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(ids);
  expect(idTime(ids[0] as string).getTime()).toBeGreaterThanOrEqual(before);
  expect(idTime(ids[0] as string).getTime()).toBeLessThanOrEqual(Date.now());
});

test("ends ids in random bits, so that none can be guessed from another", () => {
  const ends = new Set(Array.from({ length: 10_000 }, () => newId().slice(-10)));
  expect(ends.size).toBe(10_000);
});
