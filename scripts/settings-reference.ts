import { describeSetting, type SettingName } from "@/lib/kernel/env";
import { SECRET_SETTINGS } from "@/lib/kernel/secret-files";
import { SETTING_GROUPS, type SettingWords } from "@/lib/kernel/setting-words";

const HEAD = `# Settings

All by environment variables. A wrong one is named at the start, and nothing runs. An empty one counts as absent. \`npm run settings\`
writes this page from the schema (lib/kernel/env.ts) and its words (lib/kernel/setting-words.ts).
`;

const FILES = `## Secrets in files

Settings that are secret may be in files instead, as containers and systemd have them:
${listFileSettings()}
name a file, whose content without the line break at its end is the setting. It is read at the start. Both forms of one setting
are refused.

## Memory

The program's own JavaScript memory may grow to 1 GB (\`--max-old-space-size\` in package.json's \`up\` and \`start\`), but is about
300 MB in all under full load; raise the bound for very large payloads.
`;

/** Writes `docs/reference/settings.md`. */
export function writeSettingsReference(): string {
  const groups = SETTING_GROUPS.map(({ title, settings }) =>
    [
      `## ${title}`,
      "",
      "| setting | what it is | takes | default |",
      "|---|---|---|---|",
      ...Object.entries(settings).map(([name, words]) => toLine(name as SettingName, words)),
      "",
    ].join("\n"),
  );
  return [HEAD, ...groups, FILES].join("\n");
}

function toLine(name: SettingName, told: SettingWords): string {
  const { usually, takes, range } = describeSetting(name);
  const given = takes.map(toCode).join(", ") || (range?.map((bound) => bound.toLocaleString("en")).join(" to ") ?? "");
  return `| \`${name}\` | ${told.words} | ${told.takes ?? given} | ${told.usually ?? toDefault(usually)} |`;
}

function toDefault(usually: unknown): string {
  return usually === undefined ? "none" : toCode(String(usually));
}

function toCode(word: string): string {
  return `\`${word}\``;
}

function listFileSettings(): string {
  const names = SECRET_SETTINGS.map((name) => toCode(`${name}_FILE`));
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
