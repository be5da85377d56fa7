import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { writeFindingsPage } from "./findings-page";

it("finds the page of findings as the table makes it; run npm run findings when it does not", async () => {
  const checkedIn = await readFile(fileURLToPath(new URL("../docs/doctor.md", import.meta.url)), "utf8");
  expect(writeFindingsPage()).toBe(checkedIn);
});
