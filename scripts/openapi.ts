import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { writeOpenApiTypes } from "./openapi-types";

// Run this after a route or a schema changed; a test fails if this was forgotten.
await writeFile(fileURLToPath(new URL("../lib/api/openapi.gen.ts", import.meta.url)), await writeOpenApiTypes());
