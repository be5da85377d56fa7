import { describe, expect, it } from "vitest";
import { networkOf } from "@/lib/kernel/network-of";
import { createSignInLimiter, type SignInTry } from "@/lib/nouns/users/sign-in-limiter";

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

const tryOf = (email: string, network: string, known: Partial<SignInTry> = {}): SignInTry => ({
  email,
  network,
  deviceId: null,
  isAtHome: false,
  ...known,
});
const ADA = "ada@example.com";

describe("the sign-in limiter", () => {
  it("checks five wrong passwords for one email from one network, and then none for a quarter of an hour", () => {
    const clock = moveableClock();
    const limiter = createSignInLimiter(clock);
    const from = (email: string, network: string) => limiter.waitSeconds(tryOf(email, network));
    for (let n = 0; n < 5; n += 1) {
      expect(from(ADA, "192.0.2.1")).toBe(0);
      limiter.failed(tryOf(ADA, "192.0.2.1"));
    }
    expect(from("ADA@example.com ", "192.0.2.1")).toBe(900);
    expect(from(ADA, "192.0.2.2")).toBe(0);
    expect(from("bob@example.com", "192.0.2.1")).toBe(0);
    clock.move(15 * MINUTE_MS);
    expect(from(ADA, "192.0.2.1")).toBe(0);
  });

  it("stops a network that guesses one password for many people", () => {
    const limiter = createSignInLimiter(moveableClock());
    for (let n = 0; n < 30; n += 1) limiter.failed(tryOf(`person${n}@example.com`, "192.0.2.1"));
    expect(limiter.waitSeconds(tryOf("another@example.com", "192.0.2.1"))).toBeGreaterThan(0);
  });

  it("slows down many networks that guess for one email, and locks nobody out for long", () => {
    const clock = moveableClock();
    const limiter = createSignInLimiter(clock);
    let heard = 0;
    for (let second = 0; second < 3_600; second += 1) {
      for (let n = 0; n < 5; n += 1) {
        const tried = tryOf(ADA, `198.51.${second % 250}.${(second + n) % 250}`);
        if (limiter.waitSeconds(tried) > 0) continue;
        limiter.failed(tried);
        heard += 1;
      }
      clock.move(1_000);
    }
    // 5,000 networks, an hour: a hundred, and then six a minute.
    expect(heard).toBeLessThanOrEqual(100 + 360);
    expect(limiter.waitSeconds(tryOf(ADA, "203.0.113.1"))).toBeLessThanOrEqual(10);
  });

  it("never locks out a browser or a network in which the person has signed in before, whatever others guess", () => {
    const limiter = createSignInLimiter(moveableClock());
    for (let n = 0; n < 500; n += 1) limiter.failed(tryOf(ADA, `198.51.100.${n}`));
    for (let n = 0; n < 50; n += 1) limiter.failed(tryOf(`p${n}@example.com`, "192.0.2.1"));
    expect(limiter.waitSeconds(tryOf(ADA, "203.0.113.1"))).toBeGreaterThan(0);
    expect(limiter.waitSeconds(tryOf(ADA, "203.0.113.1", { isAtHome: true }))).toBe(0);
    expect(limiter.waitSeconds(tryOf(ADA, "192.0.2.1", { deviceId: "laptop" }))).toBe(0);
  });

  it("checks five wrong passwords from a known browser, too", () => {
    const limiter = createSignInLimiter(moveableClock());
    const laptop = tryOf(ADA, "192.0.2.1", { deviceId: "laptop" });
    for (let n = 0; n < 5; n += 1) limiter.failed(laptop);
    expect(limiter.waitSeconds(laptop)).toBeGreaterThan(0);
    expect(limiter.waitSeconds({ ...laptop, deviceId: "phone" })).toBe(0);
  });

  it("treats all addresses of an IPv6 /64 as one", () => {
    const networks = ["2001:db8:1:2::1", "2001:db8:1:2:ffff::9", "2001:db8:1:3::1", "::ffff:192.0.2.1"].map(networkOf);
    expect(networks).toEqual(["2001:db8:1:2::/64", "2001:db8:1:2::/64", "2001:db8:1:3::/64", "192.0.2.1"]);
  });

  it("never counts a right password", () => {
    const limiter = createSignInLimiter(moveableClock());
    for (let n = 0; n < 200; n += 1) {
      limiter.failed(tryOf(ADA, "192.0.2.1"));
      limiter.succeeded(tryOf(ADA, "192.0.2.1"));
    }
    expect(limiter.waitSeconds(tryOf(ADA, "192.0.2.1"))).toBe(0);
  });
});
