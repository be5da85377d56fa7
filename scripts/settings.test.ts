import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { SETTINGS } from "@/lib/kernel/env";
import { SECRET_SETTINGS } from "@/lib/kernel/secret-files";
import { NOT_FOR_PEOPLE, SETTING_GROUPS } from "@/lib/kernel/setting-words";
import { writeSettingsReference } from "./settings-reference";

const page = writeSettingsReference();
const described = SETTING_GROUPS.flatMap(({ settings }) => Object.keys(settings));

it("keeps the reference of the settings as the schema has them", () => {
  const written = readFileSync(new URL("../docs/reference/settings.md", import.meta.url), "utf8");
  expect(written, "run npm run settings").toBe(page);
});

it("describes every setting of the schema once, and each that may be a file", () => {
  const files = SECRET_SETTINGS.map((name) => `${name}_FILE`);
  expect([...described, ...files, ...NOT_FOR_PEOPLE].sort()).toEqual([...SETTINGS].sort());
  for (const name of files) expect(page).toContain(`\`${name}\``);
});

it("tells defaults, ranges and words as the schema has them", () => {
  const cellsOf = (name: string) =>
    page
      .split("\n")
      .find((line) => line.startsWith(`| \`${name}\` |`))
      ?.split(" | ")
      .slice(-2);
  expect(cellsOf("PORT")).toEqual(["0 to 65,535", "`3000` |"]);
  expect(cellsOf("HOOKYARD_BODY_MIB")).toEqual(["8 to 65,536", "`192` |"]);
  expect(cellsOf("HOOKYARD_ROLE")).toEqual(["`all`, `web`, `worker`", "`all` |"]);
  expect(cellsOf("HOOKYARD_METRICS_PORT")).toEqual(["0 to 65,535", "none |"]);
  expect(cellsOf("LOG_LEVEL")?.[0]).toContain("`silent`");
});
