import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import os from "node:os";
import { ROOT } from "@/bench/process";
import { packageName } from "@/lib/db/embedded/embedded-binaries";

/** The software and the machine of a measurement. */
export type Environment = { date: string; versions: Record<string, string>; machine: string };

export function readEnvironment(): Environment {
  return {
    date: new Date().toISOString(),
    versions: versions(),
    machine: `${os.availableParallelism()} × ${os.cpus()[0]?.model.trim() ?? "unknown"}, ${os.platform()} ${os.release()}`,
  };
}

/** Two lines above every table. */
export function toEnvironmentLines({ date, machine, versions }: Environment): string[] {
  const software = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return [`${date.slice(0, 10)} · ${machine}`, software.join(" · ")];
}

function versions(): Record<string, string> {
  const manifest = (file: string) => String(JSON.parse(readFileSync(file, "utf8")).version);
  return {
    Hookyard: `${manifest(`${ROOT}/package.json`)}${commit()}`,
    "Node.js": process.versions.node,
    PostgreSQL: manifest(`${ROOT}/node_modules/${packageName()}/package.json`).replace(/-.*/, ""),
  };
}

function commit(): string {
  try {
    const hash = execFileSync("git", ["rev-parse", "--short", "HEAD"], {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "ignore"],
    });
    return ` (${String(hash).trim()})`;
  } catch {
    return "";
  }
}
