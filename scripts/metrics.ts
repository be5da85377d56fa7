import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { writeMetricsReference } from "./metrics-reference";

// Run after a metric changed; a test tells when this was forgotten.
await writeFile(fileURLToPath(new URL("../docs/metrics.md", import.meta.url)), writeMetricsReference());
