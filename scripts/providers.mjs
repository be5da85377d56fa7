import { findStale, saveTables } from "./provider-table.mjs";

// Run after a provider's folder came or went; `npm run check` tells when this was forgotten.

if (process.argv.includes("--check")) {
  const stale = findStale().map(([file]) => file);
  if (stale.length > 0) console.error(`Run npm run providers: ${stale.join(", ")} do not fit the folders.`);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  saveTables();
}
