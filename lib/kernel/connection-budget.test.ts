import fc from "fast-check";
import { expect, it } from "vitest";
import { LEAST_CONNECTIONS, shareConnections, USUAL_CONNECTIONS } from "@/lib/kernel/connection-budget";

it("gives its former default without a setting", () => {
  expect(USUAL_CONNECTIONS).toBe(41);
  expect(shareConnections(USUAL_CONNECTIONS)).toEqual({ api: 20, ingest: 6, work: 10, upkeep: 3 });
});

it("leaves each pool what it needs, and never exceeds the budget", () => {
  expect(shareConnections(LEAST_CONNECTIONS)).toEqual({ api: 4, ingest: 2, work: 3, upkeep: 1 });
  fc.assert(
    fc.property(fc.integer({ min: LEAST_CONNECTIONS, max: 1_000 }), (budget) => {
      const pools = Object.values(shareConnections(budget));
      expect(pools.reduce((total, size) => total + size, 2)).toBeLessThanOrEqual(budget);
      const more = Object.values(shareConnections(budget + 1));
      expect(more.every((size, place) => size >= (pools[place] ?? 0))).toBe(true);
    }),
  );
});
