import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { TOAST_STYLE_HASH } from "@/lib/next/page-policy";

test("the hash in the policy is that of the style sheet of the installed toasts", async () => {
  const library = await readFile(fileURLToPath(import.meta.resolve("sonner")), "utf8");
  const [, literal] = /^__insertCSS\((".*")\);?$/m.exec(library) ?? [];
  if (literal === undefined)
    throw new Error("sonner no longer inserts its style sheet as one text: see page-policy.ts.");
  const hash = createHash("sha256").update(JSON.parse(literal)).digest("base64");
  expect(TOAST_STYLE_HASH).toBe(`sha256-${hash}`);
});
