import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "./checks.mjs";
import { failuresOfPlaywright, failuresOfVitest, tellFailures } from "./failures.mjs";

// The reports are those of the real runners, on tests that fail on purpose.

const ROOT = path.resolve(import.meta.dirname, "..");
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "hookyard-failures-"));
  await symlink(path.join(ROOT, "node_modules"), path.join(folder, "node_modules"));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** What a runner leaves in `report.json` after it ran in the folder. It is expected to fail. */
async function reportOf(program: string, args: string[]): Promise<unknown> {
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: "report.json", NODE_OPTIONS: "" };
  for (const name of Object.keys(env)) if (name.startsWith("VITEST")) Reflect.deleteProperty(env, name);
  const bin = path.join(ROOT, "node_modules", ".bin", program);
  const output = await new Promise<string>((resolve) => {
    execFile(bin, args, { cwd: folder, env }, (_error, stdout, stderr) => resolve(stdout + stderr));
  });
  const report = await readFile(path.join(folder, "report.json"), "utf8").catch(() => {
    throw new Error(`${program} left no report: ${output}`);
  });
  return JSON.parse(report);
}

test("a failed test of Vitest is named with its reason, and so is a file that cannot be run", async () => {
  const imports = 'import { describe, expect, test } from "vitest";\n';
  const failing =
    'describe("sums", () => { test("are right", () => { expect(1 + 1).toBe(3); }); test("hold", () => {}); });\n';
  await writeFile(path.join(folder, "sums.test.ts"), imports + failing);
  await writeFile(path.join(folder, "broken.test.ts"), 'import "./absent";\n');
  const report = await reportOf("vitest", ["run", "--root", folder, "--reporter=json", "--outputFile=report.json"]);
  const failures = failuresOfVitest(report).sort((a, b) => a.name.localeCompare(b.name));
  expect(failures.map(({ name }) => name.replace(/^.*\//, ""))).toEqual([
    "broken.test.ts",
    "sums.test.ts › sums are right",
  ]);
  expect(failures[0]?.why).toContain("./absent");
  expect(failures[1]?.why).toContain("expected 2 to be 3");
});

test("a failed test of Playwright is named with its line and its reason", async () => {
  const spec = [
    'import { expect, test } from "@playwright/test";',
    'test("holds", () => {});',
    'test.describe("sums", () => {',
    '  test("are right", () => { expect(1 + 1).toBe(3); });',
    "});",
  ];
  await writeFile(path.join(folder, "sums.spec.ts"), spec.join("\n"));
  await rm(path.join(folder, "report.json"), { force: true });
  const failures = failuresOfPlaywright(await reportOf("playwright", ["test", "--reporter=json", "sums.spec.ts"]));
  expect(failures.map(({ name }) => name)).toEqual(["sums.spec.ts:4 › are right"]);
  expect(tellFailures([{ runner: "playwright", name: "", why: failures[0]?.why ?? "" }], "✗")[0]).toContain(
    "Expected: 3",
  );
});

test("a long reason is cut, and says how much was left out", () => {
  const why = Array.from({ length: 15 }, (_, index) => `line ${index + 1}`).join("\n");
  const [told] = tellFailures([{ runner: "check", name: "types", why }], "✗");
  const lines = told?.split("\n") ?? [];
  expect(lines).toHaveLength(14);
  expect(lines.slice(0, 2)).toEqual(["✗ check: types", "    line 1"]);
  expect(lines.slice(-2)).toEqual(["    line 12", "    … 3 lines more above"]);
});

test("what no test waited for is told by the last of the runner's output", async () => {
  const test =
    'import { test } from "vitest";\ntest("holds", () => { void Promise.reject(new Error("planted by failures.test")); });\n';
  await writeFile(path.join(folder, "holds.test.ts"), test);
  const told = "--reporter=default --reporter=json --outputFile.json=report.json".split(" ");
  const { status, output } = await run(["vitest", "run", "--root", folder, "holds", ...told], "inherit");
  expect(status).toBe(1);
  const report: unknown = JSON.parse(await readFile(path.join(folder, "report.json"), "utf8"));
  expect(failuresOfVitest(report)).toEqual([]);
  const [failure] = tellFailures([{ runner: "vitest", name: "ended with 1", why: output, isLast: true }], "✗");
  expect(failure).toContain("Error: planted by failures.test");
  expect(failure).toContain("holds.test.ts");
});
