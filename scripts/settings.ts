import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { writeSettingsReference } from "./settings-reference";

// Run after a setting changed; a test tells when this was forgotten.
await writeFile(fileURLToPath(new URL("../docs/reference/settings.md", import.meta.url)), writeSettingsReference());
