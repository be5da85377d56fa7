import fc from "fast-check";
import { register } from "prom-client";
import { describe, expect, it } from "vitest";
import { ClaimCosts } from "@/lib/sending/claim-costs";

const MINUTE_MS = 60_000;
const claim = (ms: number) => ({ ms, lanes: 2, leases: 1 });

describe("what claims cost", () => {
  it("tells quantiles to a tenth, whatever the durations", () => {
    const duration = fc.double({ min: 0.06, max: 50_000, noNaN: true });
    fc.assert(
      fc.property(fc.array(duration, { minLength: 1, maxLength: 200 }), (durations) => {
        const costs = new ClaimCosts();
        for (const ms of durations) costs.note(claim(ms), 0);
        const sorted = [...durations].sort((a, b) => a - b);
        const sum = costs.sum(0);
        for (const [told, part] of [[sum?.p50_ms, 0.5] as const, [sum?.p95_ms, 0.95] as const]) {
          const exact = sorted[Math.ceil(sorted.length * part) - 1] as number;
          expect(Math.abs((told ?? 0) - exact)).toBeLessThanOrEqual(exact * 0.1 + 0.01);
        }
        expect(sum).toMatchObject({ claims: durations.length, lanes: 2 * durations.length, leases: durations.length });
      }),
    );
  });

  it("tells of the last five minutes, and of nothing where nothing was claimed", () => {
    const costs = new ClaimCosts();
    expect(costs.sum(0)).toBeNull();
    costs.note(claim(4_000), 0);
    for (let minute = 1; minute <= 4; minute += 1) costs.note(claim(1), minute * MINUTE_MS);
    expect(costs.sum(4 * MINUTE_MS)).toMatchObject({ claims: 5, slowest_ms: 4_000 });
    expect(costs.sum(5 * MINUTE_MS)).toMatchObject({ claims: 4, slowest_ms: 1 });
    costs.note(claim(2), 30 * MINUTE_MS);
    expect(costs.sum(30 * MINUTE_MS)).toMatchObject({ claims: 1, slowest_ms: 2 });
    expect(costs.sum(60 * MINUTE_MS)).toBeNull();
  });

  it("counts a claim that fails", async () => {
    const costs = new ClaimCosts();
    const failure = new Error("canceling statement due to statement timeout");
    await expect(costs.measure(() => Promise.reject(failure))).rejects.toBe(failure);
    expect(costs.sum(performance.now())).toMatchObject({ claims: 1, lanes: 0, leases: 0 });
    expect(await register.getSingleMetricAsString("hookyard_claim_seconds")).toMatch(/_count [1-9]/);
  });
});
