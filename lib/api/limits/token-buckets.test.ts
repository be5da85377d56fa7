import { expect, it } from "vitest";
import { TokenBuckets } from "@/lib/api/limits/token-buckets";

it("lets a burst through, then its rate per second, for each key separately", () => {
  const buckets = new TokenBuckets(10, 20);
  const takeAll = (now: number) => {
    let taken = 0;
    while (buckets.take("a", now).isWithin) taken += 1;
    return taken;
  };
  expect(takeAll(0)).toBe(20);
  expect(takeAll(1_000)).toBe(10);
  expect(takeAll(1_050)).toBe(0);
  expect(takeAll(60_000)).toBe(20);
  expect(buckets.take("b", 60_000)).toEqual({ isWithin: true, limit: 20, remaining: 19, resetSeconds: 1 });
});

it("remembers a bounded number of keys, the recently seen among them", () => {
  const buckets = new TokenBuckets(1, 1, 100);
  for (let i = 0; i < 10_000; i += 1) {
    buckets.take("mine", 0);
    buckets.take(`address ${i}`, 0);
    expect(buckets.size).toBeLessThanOrEqual(100);
  }
  expect(buckets.look("mine", 0)).toMatchObject({ isWithin: false, remaining: 0 });
  expect(buckets.look("address 1", 0).isWithin).toBe(true);
});
