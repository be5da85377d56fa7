import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig, defineProject } from "vitest/config";

const ROOMS = ["bench", "cli", "components", "lib", "scripts"];
/** Where tests start programs, or look at the process, the threads and the memory that they run in. */
const APART = [
  "bench",
  "scripts",
  "lib/db/placement",
  "lib/feeds",
  "lib/functions",
  "lib/next",
  "lib/processes",
  "lib/tracing",
];
/** The same by their files: they read the metrics, the traces, the CPU time or the memory of the process, or set its clock ahead. */
const FILES_APART = [
  "lib/api/app",
  "lib/filter/compile-filter",
  "lib/nouns/event-types/changes/find-changes.hostile",
  "lib/nouns/event-types/event-types",
  "lib/nouns/health/health-reader",
  "lib/program/engines.metrics",
  "lib/program/engines.tracing",
  "lib/public-pages/describe-fields",
  "lib/sending/claim-costs",
  "lib/snapshots/snapshot-cache",
];

const testsOf = (folders: readonly string[]) => folders.map((folder) => `${folder}/**/*.test.ts`);
const apart = [...testsOf(APART), ...FILES_APART.map((file) => `${file}.test.ts`)];

const shared = {
  resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)) } },
  test: {
    setupFiles: ["lib/queue/ledger-guard.fixture.ts"],
    // They end a wait for what never comes. How long a busy machine takes for what does come is no test's matter.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
  },
};

export default defineConfig({
  ...shared,
  test: {
    globalSetup: ["lib/db/test-database-setup.ts", "scripts/bundle-setup.mjs"],
    provide: {
      database: process.env.DATABASE === "citus" ? "citus" : "postgres",
      fuzzSeed: process.env.FUZZ_SEED ?? "",
      fuzzRequests: process.env.FUZZ_REQUESTS ?? "",
    },
    // Most tests wait for a database or a socket: two files side by side leave a quarter of two cores idle.
    maxWorkers: availableParallelism() + 1,
    projects: [
      // Each file in a process of its own.
      defineProject({ ...shared, test: { ...shared.test, name: "apart", include: apart } }),
      // One file after another in the same processes: to load the program anew would take longer than to test it.
      defineProject({
        ...shared,
        test: {
          ...shared.test,
          name: "together",
          include: testsOf(ROOMS),
          exclude: apart,
          isolate: false,
        },
      }),
    ],
  },
});
