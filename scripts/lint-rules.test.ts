import { ESLint } from "eslint";
import { expect, it } from "vitest";

/** By the rules of syntax alone, which know no types: to learn those of the whole program takes a minute. */
const linter = new ESLint({
  overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
  ruleFilter: ({ ruleId }) => ruleId === "no-restricted-syntax",
});

/** The messages for a line of the program, or of another file. */
async function judge(line: string, filePath = "lib/sending/decide.ts"): Promise<string[]> {
  const [result] = await linter.lintText(`${line}\n`, { filePath });
  return (result?.messages ?? []).map(({ message }) => message);
}

it("refuses each way to log an error that prints as {}", async () => {
  for (const line of [
    'log.error({ error }, "it failed");',
    'this.parts.log.warn({ error: error }, "it failed");',
    'this.log.error({ project: id, cause: error }, "it failed");',
    'services.log.debug({ reason: error }, "it failed");',
    'parts.log.error({ e }, "it failed");',
    'log.error(error, "it failed");',
  ]) {
    expect(await judge(line), line).toEqual([expect.stringContaining("Log an error as { err: error }")]);
  }
});

it("accepts the one way to log an error", async () => {
  for (const line of [
    'log.error({ err: error }, "it failed");',
    'this.parts.log.warn({ err: error, source: id }, "it failed");',
    'log.info({ reason: error.message, error_code: code }, "it ended");',
    "report.error({ error });",
  ]) {
    expect(await judge(line), line).toEqual([]);
  }
});

it("refuses a hook that a fixture registers itself, which only the first test file of a process would get", async () => {
  const fixture = "lib/queue/due-lanes.fixture.ts";
  expect(await judge("afterEach(() => close());", fixture)).toEqual([
    "Register it in a function that each test file calls.",
  ]);
  expect(await judge("export function prepare() { afterEach(() => close()); }", fixture)).toEqual([]);
});

it("refuses Next's own link, which asks for the pages of all links in sight", async () => {
  const line = 'import Link from "next/link";';
  expect(await judge(line, "components/layout/mark.tsx")).toEqual([expect.stringContaining("components/ui/link.tsx")]);
  expect(await judge(line, "components/ui/link.tsx")).toEqual([]);
});
