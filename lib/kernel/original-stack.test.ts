import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { SourceMap } from "node:module";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLogger } from "@/lib/kernel/log";
import { toOriginalStack } from "@/lib/kernel/original-stack";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "hookyard-stack-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function bundle(name: string, source: string): Promise<string> {
  const outfile = path.join(folder, "dist", `${name}.js`);
  await build({ entryPoints: [source], outfile, bundle: true, packages: "external", format: "esm", sourcemap: true });
  return outfile;
}

it("logs an error of a bundle with the lines of its sources", async () => {
  const source = path.join(folder, "thrower.ts");
  // The bundle has neither the type nor the empty lines.
  const text =
    "type Reason = { text: string };\n\n\nexport function fail(reason: Reason): never {\n  throw new Error(reason.text);\n}\n";
  writeFileSync(source, text);
  const { href } = pathToFileURL(await bundle("thrower", source));
  const { fail } = await import(href);
  const lines: string[] = [];
  const log = createLogger({ LOG_LEVEL: "error" }, { destination: { write: (line) => void lines.push(line) } });
  try {
    fail({ text: "on purpose" });
  } catch (err) {
    log.error({ err }, "caught");
  }
  expect(JSON.parse(lines.join("")).err.stack).toContain(`${source}:5:9)`);
  // As V8 writes the frame of a function without a name, and the same amid an `await`.
  const nameless = ["", "async "].map((before) => `    at ${before}${href}:3:9`);
  expect(toOriginalStack(nameless.join("\n"))).toBe(`    at ${source}:5:9\n    at async ${source}:5:9`);
});

it("finds the places that Node.js finds", async () => {
  const file = await bundle("env", path.join(import.meta.dirname, "env.ts"));
  const map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, "utf8")));
  const places = readFileSync(file, "utf8")
    .split("\n")
    .flatMap((text, line) => [...text.matchAll(/\w+/g)].map(({ index }) => ({ line, column: index })));
  const expected: string[] = [];
  const stack: string[] = [];
  for (const { line, column } of places) {
    const entry = map.findEntry(line, column);
    // Before the first segment of its line Node.js tells a place of a line before it.
    if (!("generatedLine" in entry) || entry.generatedLine !== line) continue;
    stack.push(`    at somewhere (${file}:${line + 1}:${column + 1})`);
    const source = path.resolve(path.dirname(file), entry.originalSource);
    expected.push(`    at somewhere (${source}:${entry.originalLine + 1}:${entry.originalColumn + 1})`);
  }
  expect(expected.length).toBeGreaterThan(500);
  const found: string[] = [];
  for (let from = 0; from < stack.length; from += 50) {
    found.push(...toOriginalStack(stack.slice(from, from + 50).join("\n")).split("\n"));
  }
  expect(found).toEqual(expected);
});

it("leaves alone what has no map, or none that can be read", async () => {
  const broken = path.join(folder, "broken.js");
  writeFileSync(`${broken}.map`, '{"version":3,"mappings":');
  const odd = path.join(folder, "odd.js");
  writeFileSync(`${odd}.map`, '{"version":3,"sources":["100%"],"mappings":"AAAA"}');
  const stack = `Error: no\n    at one (${broken}:1:1)\n    at odd (${odd}:1:1)\n    at two (${folder}/missing.js:1:1)\n    at three (node:fs:1:1)\n    at four (${folder}/node_modules/x/y.js:1:1)`;
  expect(toOriginalStack(stack)).toBe(stack);
});

it("takes a message for no frame, however long it is", () => {
  const hostile = `Error: ${"/".repeat(1_000_000)}\n    at ${"( /x.js".repeat(100_000)}\n    at one (/missing.js:1:1)`;
  expect(toOriginalStack(hostile)).toBe(hostile);
});
