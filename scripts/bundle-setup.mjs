import { ensureBundle } from "./bundle.mjs";

/**
 * Vitest's global setup: the programs that tests start are built of the present sources. To start one from its sources
 * would take five times the processor's time.
 */
export async function setup() {
  await ensureBundle();
}
