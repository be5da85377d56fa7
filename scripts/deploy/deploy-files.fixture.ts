import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseAllDocuments } from "yaml";
import { type Env, readEnv } from "@/lib/kernel/env";
import { SECRET_SETTINGS } from "@/lib/kernel/secret-files";

export const ROOT = path.resolve(import.meta.dirname, "../..");

export const readText = (file: string) => readFileSync(path.join(ROOT, file), "utf8");

/** The files that say how this program is run elsewhere. */
export function listDeployFiles(): string[] {
  const below = readdirSync(path.join(ROOT, "deploy"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)));
  return ["Dockerfile", "compose.yaml", "compose.embedded.yaml", ...below].sort();
}

export type Yaml = { [field: string]: Yaml } & Yaml[] & string;

/** The documents of a YAML file; throws for whatever its parser finds odd. */
export function readYaml(file: string): Yaml[] {
  return parseAllDocuments(readText(file), { strict: true, uniqueKeys: true }).map((document) => {
    const [odd] = [...document.errors, ...document.warnings];
    if (odd) throw new Error(`${file}: ${odd.message}`);
    return document.toJS() as Yaml;
  });
}

const SAMPLES: Record<string, string> = {
  HOOKYARD_SECRET: "s".repeat(32),
  DATABASE_URL: "postgres://hookyard:secret@postgres:5432/hookyard",
};

/** What the program makes of these settings; secrets that are files elsewhere have a sample. Throws as it would. */
export function understand(settings: Record<string, string>): Env {
  const given = { ...settings };
  for (const name of SECRET_SETTINGS) {
    if (given[`${name}_FILE`] === undefined) continue;
    delete given[`${name}_FILE`];
    given[name] = SAMPLES[name] ?? "";
  }
  return readEnv(given);
}

/** The seconds that an orderly stop may take with these settings. */
export function stopSeconds(settings: Record<string, string>): number {
  const { HOOKYARD_DRAIN_SECONDS, HOOKYARD_STOP_SECONDS } = understand(settings);
  return HOOKYARD_DRAIN_SECONDS + HOOKYARD_STOP_SECONDS;
}

/** Whether this machine has a program; says so in the output of the tests if not. */
export function hasProgram(name: string, ...args: string[]): boolean {
  if (!spawnSync(name, args).error) return true;
  console.log(`skipped: this machine has no ${name}.`);
  return false;
}

/** Runs a program that must succeed; returns what it said. */
export function runProgram(name: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(name, args, { cwd: ROOT, encoding: "utf8" });
  if (status !== 0) throw new Error(`${name} ${args.join(" ")} ended with ${status}:\n${stdout}${stderr}`);
  return stdout + stderr;
}
