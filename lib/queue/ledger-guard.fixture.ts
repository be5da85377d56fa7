import { afterEach } from "vitest";
import { openBenches } from "@/lib/queue/open-benches.fixture";

// After each test of each file: every accepted event is delivered, waits, failed or was discarded.
afterEach(async () => {
  for (const bench of openBenches) await bench.expectBalanced();
});
