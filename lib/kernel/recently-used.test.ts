import { expect, it } from "vitest";
import { RecentlyUsed } from "@/lib/kernel/recently-used";

const LEAST = 100;

function fill(recently: RecentlyUsed<{ number: number }, object>, count: number) {
  const keys = Array.from({ length: count }, (_, number) => ({ number }));
  for (const key of keys) recently.set(key, { of: key.number });
  return keys;
}

it.each([1, LEAST, LEAST + 1, 2 * LEAST, 10 * LEAST - 1, 10 * LEAST])(
  "after %i it knows enough and no more",
  (count) => {
    const recently = new RecentlyUsed<{ number: number }, object>(LEAST);
    const keys = fill(recently, count);
    // From the latest on, since asking is use.
    const known = keys.reverse().filter((key) => recently.get(key) !== undefined);
    expect(known.slice(0, LEAST)).toEqual(keys.slice(0, LEAST));
    expect(known.length).toBeLessThanOrEqual(2 * LEAST);
  },
);

it("keeps what is used, however many come after it", () => {
  const recently = new RecentlyUsed<{ number: number }, object>(LEAST);
  const [used = { number: -1 }] = fill(recently, 1);
  for (let round = 0; round < 10; round += 1) {
    fill(recently, LEAST - 1);
    expect(recently.get(used)).toEqual({ of: 0 });
  }
});
