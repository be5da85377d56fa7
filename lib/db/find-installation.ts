import { existsSync } from "node:fs";
import path from "node:path";
import { findRunningDatabase } from "@/lib/db/embedded/embedded";
import { findRunningCopies, HOME, type RunningCopy } from "@/lib/db/running-copies";
import type { Env } from "@/lib/kernel/env";
import { StartupError } from "@/lib/kernel/startup-error";

export type Search = {
  /** The settings name the data: HOOKYARD_DATA or DATABASE_URL is set. */
  isTold: boolean;
  /** The command may create an installation if there is none. */
  mayMake: boolean;
  home?: string;
};

/**
 * Returns the settings of the installation that a command is for: as given; else the running copy of this program,
 * wherever its data is; else the data beside the program. Throws a StartupError if that is ambiguous, or if there is no
 * installation and the command may not create one.
 */
export async function findInstallation(env: Env, { isTold, mayMake, home = HOME }: Search): Promise<Env> {
  if (env.DATABASE_URL) return env;
  const found = isTold ? env : await findUntold({ ...env, HOOKYARD_DATA: path.join(home, "data") }, home);
  if (mayMake || existsSync(path.join(found.HOOKYARD_DATA, "database.json"))) return found;
  throw new StartupError(
    `There is no Hookyard in ${found.HOOKYARD_DATA}: set HOOKYARD_DATA or DATABASE_URL as the server has them.`,
  );
}

async function findUntold(env: Env, home: string): Promise<Env> {
  if (await findRunningDatabase(env.HOOKYARD_DATA)) return env;
  const copies = findRunningCopies(home);
  const [copy] = copies;
  if (!copy) return env;
  const folders = new Set(copies.map(({ dataDir }) => dataDir));
  if (folders.size > 1) {
    throw new StartupError(
      `Several copies of Hookyard run here (${copies.map(tell).join("; ")}): say which by HOOKYARD_DATA or DATABASE_URL.`,
    );
  }
  if (copy.dataDir === null) {
    throw new StartupError(
      `Hookyard runs here on a database of its own (${tell(copy)}): set DATABASE_URL and HOOKYARD_SECRET as it has them.`,
    );
  }
  const running = await findRunningDatabase(copy.dataDir).catch(() => null);
  if (!running) {
    throw new StartupError(`Hookyard runs here (${tell(copy)}), and its database cannot be reached: try as its user.`);
  }
  return { ...env, HOOKYARD_DATA: copy.dataDir };
}

function tell({ pid, dataDir, url }: RunningCopy): string {
  const place = dataDir === null ? "DATABASE_URL" : `HOOKYARD_DATA=${dataDir}`;
  return [`process ${pid}`, place, ...(url ? [url] : [])].join(", ");
}
