import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BodyBudget } from "@/lib/kernel/body-budget";
import type { HookyardError } from "@/lib/kernel/errors";

const TOTAL = 1_000;

function tryReserve(budget: BodyBudget, bytes: number, address?: string) {
  const share = budget.open(address);
  try {
    share.announce(bytes);
    share.reserve(bytes);
    return share;
  } catch (error) {
    expect((error as HookyardError).code).toBe("unavailable");
    share.close();
    return null;
  }
}

const MIB = 1024 * 1024;

it("gives no memory for a declared length, so that many large declarations lock nobody out", () => {
  const budget = new BodyBudget(64 * MIB);
  for (let n = 0; n < 300; n += 1) {
    const share = budget.open();
    share.announce(5 * MIB);
    share.reserve(1_000);
  }
  expect(budget.used).toBeLessThan(8 * MIB);
  expect(tryReserve(budget, 5 * MIB)).not.toBeNull();
});

it("refuses a declared body at once if it does not fit at the moment", () => {
  const budget = new BodyBudget(TOTAL);
  tryReserve(budget, 100);
  expect(() => budget.open().announce(451)).toThrow(expect.objectContaining({ code: "unavailable" }));
  expect(budget.used).toBe(100);
});

describe("the large bodies of one network", () => {
  const large = MIB;
  const fill = (budget: BodyBudget, address: (n: number) => string) =>
    Array.from({ length: 64 }, (_, n) => tryReserve(budget, large, address(n))).filter((share) => share !== null);

  it("have together half of what others leave free, and others the rest", () => {
    const budget = new BodyBudget(64 * MIB);
    const shares = fill(budget, (n) => `2001:db8::${n.toString(16)}`);
    expect(budget.used).toBeGreaterThanOrEqual(31 * MIB);
    expect(budget.used).toBeLessThanOrEqual(32 * MIB);
    expect(tryReserve(budget, 15 * MIB, "192.0.2.1")).not.toBeNull();
    for (const share of shares) share.close();
    expect(tryReserve(budget, 20 * MIB, "2001:db8::1")).not.toBeNull();
  });

  it("are not bounded together behind a trusted proxy, or from an unknown address", () => {
    for (const address of ["10.0.0.1", ""]) {
      const budget = new BodyBudget(64 * MIB, { isTrusted: (asked) => asked === "10.0.0.1" });
      fill(budget, () => address);
      expect(budget.used).toBeGreaterThan(60 * MIB);
    }
  });

  it("may be all of it if there is only one", () => {
    const share = new BodyBudget(64 * MIB).open("192.0.2.1");
    for (let mib = 1; mib <= 64; mib += 1) share.reserve(mib * MIB);
  });

  it("do not affect small ones of the same network", () => {
    const budget = new BodyBudget(64 * MIB);
    fill(budget, () => "192.0.2.1");
    for (let n = 0; n < 100; n += 1) expect(tryReserve(budget, 16 * 1024, "192.0.2.1")).not.toBeNull();
  });
});

it("never exceeds the budget, and has all of it again in the end", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: TOTAL }), { maxLength: 200 }), (sizes) => {
      const budget = new BodyBudget(TOTAL);
      const shares = sizes.flatMap((size, n) => tryReserve(budget, size, `192.0.2.${n % 3}`) ?? []);
      expect(budget.used).toBeLessThanOrEqual(TOTAL);
      for (const share of shares) share.close();
      for (const share of shares) share.close();
      expect(budget.used).toBe(0);
    }),
  );
});

it("always takes a small body beside however many large ones", () => {
  const budget = new BodyBudget(TOTAL);
  for (let n = 0; n < 100; n += 1) tryReserve(budget, 100);
  expect(tryReserve(budget, 100)).toBeNull();
  for (let n = 0; n < 50; n += 1) expect(tryReserve(budget, 1)).not.toBeNull();
});

it("gives all of it to a single body, even more than half, as it grows", () => {
  const share = new BodyBudget(TOTAL).open();
  for (let bytes = 100; bytes <= TOTAL; bytes += 100) share.reserve(bytes);
});
