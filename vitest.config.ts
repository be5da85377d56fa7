import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)) } },
  test: {
    include: [
      "lib/**/*.test.ts",
      "components/**/*.test.ts",
      "cli/**/*.test.ts",
      "scripts/**/*.test.ts",
      "bench/**/*.test.ts",
    ],
    globalSetup: ["lib/db/test-database-setup.ts"],
    setupFiles: ["lib/queue/ledger-guard.fixture.ts"],
    provide: { fuzzSeed: process.env.FUZZ_SEED ?? "", fuzzRequests: process.env.FUZZ_REQUESTS ?? "" },
    // Most tests wait for a database or a socket: on two cores two files side by side take little more than one.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // They end a wait for what never comes. How long a busy machine takes for what does come is no test's matter.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 120_000 } },
  },
});
