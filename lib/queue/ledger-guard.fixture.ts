import { afterEach } from "vitest";

type Balanced = { expectBalanced(): Promise<void> };

/** Benches with engines that are open. */
export const openBenches = new Set<Balanced>();

// In each test of each file, whatever it is about: what was accepted is delivered, waits, failed or was discarded.
afterEach(async () => {
  for (const bench of openBenches) await bench.expectBalanced();
});
