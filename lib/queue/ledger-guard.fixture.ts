import { afterEach } from "vitest";

type Balanced = { expectBalanced(): Promise<void> };

/** Open benches with engines. */
export const openBenches = new Set<Balanced>();

// After each test of each file: every accepted event is delivered, waits, failed or was discarded.
afterEach(async () => {
  for (const bench of openBenches) await bench.expectBalanced();
});
