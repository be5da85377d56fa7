import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RetryPolicy } from "@/lib/queue/work";
import { decide } from "@/lib/sending/decide";
import { type Attempt, parseRetryAfter, retryDelayMs } from "@/lib/sending/retry-delay";

const policy: RetryPolicy = { strategy: "exponential", intervalSeconds: 10, retryLimit: 10, maxRetrySeconds: 7_200 };
const middle = () => 0.5;
const answered = (status: number | null, more: Partial<Attempt> = {}): Attempt => ({
  status,
  error: status === null ? "Connection refused by 127.0.0.1:1" : null,
  retryAfterMs: null,
  ...more,
});

describe("decide", () => {
  it("treats every 2xx with a complete answer as success", () => {
    for (const status of [200, 201, 204, 299]) expect(decide(answered(status), 1, policy, middle).kind).toBe("success");
    expect(decide(answered(200, { error: "The body did not end" }), 1, policy, middle).kind).toBe("retry");
  });

  it("retries redirects, timeouts, connection errors, 4xx and 5xx alike", () => {
    for (const status of [301, 307, 400, 401, 404, 408, 425, 429, 500, 503, null]) {
      expect(decide(answered(status), 1, policy, middle).kind).toBe("retry");
    }
  });

  it("ends a delivery at 410 and asks for the endpoint to be made inactive", () => {
    expect(decide(answered(410), 1, policy, middle)).toMatchObject({ kind: "failure", gone: true });
  });

  it("counts the first attempt in the retry limit", () => {
    expect(decide(answered(500), 9, policy, middle).kind).toBe("retry");
    expect(decide(answered(500), 10, policy, middle)).toEqual({
      kind: "failure",
      reason: "The endpoint answered 500. Gave up after 10 attempts.",
      gone: false,
    });
    expect(decide(answered(500), 1, { ...policy, retryLimit: 1 }, middle).kind).toBe("failure");
  });
});

describe("retryDelayMs", () => {
  it("doubles exponentially up to the longest wait", () => {
    const delays = [1, 2, 3, 4, 11].map((number) => retryDelayMs(answered(500), number, policy, middle));
    expect(delays).toEqual([10_000, 20_000, 40_000, 80_000, 7_200_000]);
  });

  it("waits the same time before each linear retry", () => {
    const linear: RetryPolicy = { ...policy, strategy: "linear" };
    expect([1, 5, 50].map((number) => retryDelayMs(answered(500), number, linear, middle))).toEqual([
      10_000, 10_000, 10_000,
    ]);
  });

  it("stays within ten percent of the computed delay, and waits at least as long as a Retry-After within the longest wait", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100 }),
        fc.option(fc.integer({ min: 0, max: 20_000_000 })),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (number, retryAfterMs, random) => {
          const planned = Math.min(10_000 * 2 ** (number - 1), 7_200_000);
          const delay = retryDelayMs(answered(429, { retryAfterMs }), number, policy, () => random);
          const asked = Math.min(retryAfterMs ?? 0, 7_200_000);
          expect(delay).toBeGreaterThanOrEqual(Math.floor(Math.max(planned * 0.9, asked)));
          expect(delay).toBeLessThanOrEqual(Math.ceil(Math.max(planned * 1.1, asked)));
        },
      ),
    );
  });
});

describe("parseRetryAfter", () => {
  const now = new Date("2026-01-01T00:00:00Z");
  it("reads seconds and HTTP dates, and nothing else", () => {
    expect(parseRetryAfter("120", now)).toBe(120_000);
    expect(parseRetryAfter("Thu, 01 Jan 2026 00:01:00 GMT", now)).toBe(60_000);
    expect(parseRetryAfter("Wed, 31 Dec 2025 00:00:00 GMT", now)).toBe(0);
    for (const wrong of [undefined, "", "soon", "-1", "1.5", "99999999999", "Monday"])
      expect(parseRetryAfter(wrong, now)).toBeNull();
  });
});
