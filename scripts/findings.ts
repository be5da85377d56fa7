import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { writeFindingsPage } from "./findings-page";

// Run after a finding of the doctor changed; a test tells when this was forgotten.
await writeFile(fileURLToPath(new URL("../docs/doctor.md", import.meta.url)), writeFindingsPage());
