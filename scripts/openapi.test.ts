import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { writeOpenApiTypes } from "./openapi-types";

it("finds the client's types as the routes make them; run npm run openapi when it does not", async () => {
  const checkedIn = await readFile(
    fileURLToPath(new URL("../lib/api/document/openapi.gen.ts", import.meta.url)),
    "utf8",
  );
  expect(await writeOpenApiTypes()).toBe(checkedIn);
});
