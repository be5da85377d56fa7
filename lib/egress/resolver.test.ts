import type { LookupAddress } from "node:dns";
import { describe, expect, it } from "vitest";
import { cacheResolve } from "./resolver";

function setup(answer: (hostname: string) => Promise<LookupAddress[]>) {
  const clock = { ms: 0 };
  const asked: string[] = [];
  const resolve = cacheResolve(
    (hostname) => {
      asked.push(hostname);
      return answer(hostname);
    },
    { ttlMs: 100, errorTtlMs: 10, maxHosts: 2, nowMs: () => clock.ms },
  );
  return { clock, asked, resolve };
}

const ADDRESS: LookupAddress = { address: "1.1.1.1", family: 4 };

describe("the name cache", () => {
  it("asks once for concurrent and repeated lookups, until the answer expires", async () => {
    const { clock, asked, resolve } = setup(async () => [ADDRESS]);
    expect(await Promise.all([resolve("a"), resolve("a")])).toEqual([[ADDRESS], [ADDRESS]]);
    clock.ms = 99;
    await resolve("a");
    expect(asked).toEqual(["a"]);
    clock.ms = 100;
    await resolve("a");
    expect(asked).toEqual(["a", "a"]);
  });

  it("keeps a failure for a shorter time", async () => {
    const { clock, asked, resolve } = setup(() => Promise.reject(new Error("ENOTFOUND")));
    for (const ms of [0, 9, 10]) {
      clock.ms = ms;
      await expect(resolve("a")).rejects.toThrow("ENOTFOUND");
    }
    expect(asked).toHaveLength(2);
  });

  it("forgets the oldest name if there are too many", async () => {
    const { asked, resolve } = setup(async () => [ADDRESS]);
    for (const name of ["a", "b", "c", "c", "b", "a"]) await resolve(name);
    expect(asked).toEqual(["a", "b", "c", "a"]);
  });
});
