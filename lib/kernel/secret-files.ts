import { readFileSync } from "node:fs";

/** The settings that are credentials or contain one: each may be given as a file instead, by its name with `_FILE`. */
export const SECRET_SETTINGS = [
  "HOOKYARD_SECRET",
  "DATABASE_URL",
  "SMTP_URL",
  "OIDC_CLIENT_SECRET",
  "HOOKYARD_METRICS_TOKEN",
  "HOOKYARD_BACKUP_PASSPHRASE",
  "HOOKYARD_EGRESS_PROXY",
  "AWS_SECRET_ACCESS_KEY",
  "AWS_SESSION_TOKEN",
] as const;

type Given = Record<string, string | undefined>;

/**
 * Returns the settings with the content of the files that they name, without the line break at its end. `fromFiles` are
 * the settings that came so. Throws an error that names the setting, and never tells what is in a file.
 */
export function readSecretFiles(given: Given): { settings: Given; fromFiles: Set<string> } {
  const settings = { ...given };
  const fromFiles = new Set<string>();
  for (const name of SECRET_SETTINGS) {
    const file = given[`${name}_FILE`];
    if (file === undefined) continue;
    if (given[name] !== undefined) throw new Error(`set ${name} or ${name}_FILE, not both`);
    settings[name] = readSecret(`${name}_FILE`, file);
    fromFiles.add(name);
  }
  return { settings, fromFiles };
}

function readSecret(setting: string, file: string): string {
  let content: string;
  try {
    content = readFileSync(file, "utf8");
  } catch (error) {
    const { code = "unknown error" } = error as NodeJS.ErrnoException;
    throw new Error(`${setting}: the file ${file} cannot be read (${code})`);
  }
  const secret = content.replace(/\r?\n$/, "");
  if (secret === "") throw new Error(`${setting}: the file ${file} is empty`);
  return secret;
}
