import { writeFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "./guides/list-documents";
import { GUIDES_MODULE, writeGuides } from "./guides/write-guides";

// Run after a document changed; a test tells when this was forgotten.
writeFileSync(path.join(ROOT, GUIDES_MODULE), writeGuides());
