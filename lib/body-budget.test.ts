import fc from "fast-check";
import { expect, it } from "vitest";
import { BodyBudget } from "@/lib/body-budget";
import type { HookyardError } from "@/lib/errors";

const TOTAL = 1_000;

function tryReserve(budget: BodyBudget, bytes: number) {
  const share = budget.open();
  try {
    share.reserve(bytes);
    return share;
  } catch (error) {
    expect((error as HookyardError).code).toBe("unavailable");
    share.close();
    return null;
  }
}

it("never gives more than there is, and has all of it again in the end", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: TOTAL }), { maxLength: 200 }), (sizes) => {
      const budget = new BodyBudget(TOTAL);
      const shares = sizes.flatMap((size) => tryReserve(budget, size) ?? []);
      expect(budget.used).toBeLessThanOrEqual(TOTAL);
      for (const share of shares) share.close();
      for (const share of shares) share.close();
      expect(budget.used).toBe(0);
    }),
  );
});

it("always has room for a small body beside however many large ones", () => {
  const budget = new BodyBudget(TOTAL);
  for (let n = 0; n < 100; n += 1) tryReserve(budget, 100);
  expect(tryReserve(budget, 100)).toBeNull();
  for (let n = 0; n < 50; n += 1) expect(tryReserve(budget, 1)).not.toBeNull();
});

it("gives all of it to a body that is alone, even more than half, as it grows", () => {
  const share = new BodyBudget(TOTAL).open();
  for (let bytes = 100; bytes <= TOTAL; bytes += 100) share.reserve(bytes);
});
