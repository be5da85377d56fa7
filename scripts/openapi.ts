import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { writeOpenApiTypes } from "./openapi-types";

// Run after a route or a schema changed; a test tells when this was forgotten.
await writeFile(
  fileURLToPath(new URL("../lib/api/document/openapi.gen.ts", import.meta.url)),
  await writeOpenApiTypes(),
);
