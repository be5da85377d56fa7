import { defineConfig, devices } from "@playwright/test";
import { launchOptions } from "./e2e/support/browser";

/** Runs against a built copy: `npm run build` first. */
export default defineConfig({
  testDir: "e2e",
  workers: 2,
  // They end a wait for what never comes. How long a busy machine takes for what does come is no test's matter.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [["list"], ["json", { outputFile: "test-results/e2e.json" }]],
  use: { ...devices["Desktop Chrome"], launchOptions: launchOptions() },
});
