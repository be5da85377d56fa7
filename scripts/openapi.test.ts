import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { writeOpenApiTypes } from "./openapi-types";

it("matches the client's types with the routes; run npm run openapi if it does not", async () => {
  const checkedIn = await readFile(fileURLToPath(new URL("../lib/api/openapi.gen.ts", import.meta.url)), "utf8");
  expect(await writeOpenApiTypes()).toBe(checkedIn);
});
