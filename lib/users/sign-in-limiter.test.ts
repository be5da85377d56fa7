import { describe, expect, it } from "vitest";
import { createSignInLimiter } from "@/lib/users/sign-in-limiter";

const MINUTE_MS = 60_000;

function moveableClock() {
  let at = Date.parse("2026-11-21T08:00:00Z");
  return {
    now: () => new Date(at),
    move(ms: number) {
      at += ms;
    },
  };
}

describe("the sign-in limiter", () => {
  it("hears five wrong passwords for one email from one address, and then none for a quarter of an hour", () => {
    const clock = moveableClock();
    const limiter = createSignInLimiter(clock);
    for (let n = 0; n < 5; n += 1) {
      expect(limiter.waitSeconds("ada@example.com", "192.0.2.1")).toBe(0);
      limiter.failed("ada@example.com", "192.0.2.1");
    }
    expect(limiter.waitSeconds("ADA@example.com", "192.0.2.1")).toBe(900);
    expect(limiter.waitSeconds("ada@example.com", "192.0.2.2")).toBe(0);
    expect(limiter.waitSeconds("bob@example.com", "192.0.2.1")).toBe(0);
    clock.move(15 * MINUTE_MS);
    expect(limiter.waitSeconds("ada@example.com", "192.0.2.1")).toBe(0);
  });

  it("holds an address that tries one password on many people", () => {
    const limiter = createSignInLimiter(moveableClock());
    for (let n = 0; n < 30; n += 1) limiter.failed(`person${n}@example.com`, "192.0.2.1");
    expect(limiter.waitSeconds("another@example.com", "192.0.2.1")).toBeGreaterThan(0);
  });

  it("holds an email that many addresses try", () => {
    const limiter = createSignInLimiter(moveableClock());
    for (let n = 0; n < 100; n += 1) limiter.failed("ada@example.com", `192.0.2.${n}`);
    expect(limiter.waitSeconds("ada@example.com", "198.51.100.1")).toBeGreaterThan(0);
  });

  it("never counts a right password", () => {
    const limiter = createSignInLimiter(moveableClock());
    for (let n = 0; n < 200; n += 1) {
      limiter.failed("ada@example.com", "192.0.2.1");
      limiter.succeeded("ada@example.com", "192.0.2.1");
    }
    expect(limiter.waitSeconds("ada@example.com", "192.0.2.1")).toBe(0);
  });
});
