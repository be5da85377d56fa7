import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { chown, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { type Account, giveCluster } from "@/lib/db/embedded/embedded-account";
import type { Binaries } from "@/lib/db/embedded/embedded-binaries";
import { StartupError } from "@/lib/kernel/startup-error";

const run = promisify(execFile);

/** The role that owns the embedded database. */
export const ROLE = "hookyard";

/** Settings of an embedded PostgreSQL: where its files are, who runs it, and whether they must survive a crash. */
export type Cluster = { folder: string; account: Account | null; binaries: Binaries; durable: boolean };

/** PostgreSQL inherits none of our environment. */
export const POSTGRES_ENV = {
  PATH: "/usr/local/bin:/usr/bin:/bin",
  LC_ALL: "C",
  TZ: "UTC",
} as unknown as NodeJS.ProcessEnv;

/**
 * The data folder as PostgreSQL gets it. A child process enters its folder before it drops root's rights, so on Linux
 * it can work below folders that only root may enter, as long as it names the folder by its working directory.
 */
export function folderArgument(cluster: Cluster): string {
  return cluster.account !== null && process.platform === "linux" ? "/proc/self/cwd" : cluster.folder;
}

/**
 * Creates the cluster unless it exists; refuses one of another major version. A crash leaves either all of it or
 * nothing.
 */
export async function ensureCluster(cluster: Cluster, password: string): Promise<void> {
  const found = await readMajor(cluster.folder);
  if (found !== null) {
    await refuseOtherMajor(cluster, found);
    return giveCluster(cluster.folder, cluster.account);
  }

  const fresh = `${cluster.folder}.new-${randomUUID().slice(0, 8)}`;
  const secrets = await mkdtemp(path.join(os.tmpdir(), "hookyard-init-"));
  const passwordFile = path.join(secrets, "password");
  try {
    await rm(fresh, { recursive: true, force: true });
    await mkdir(fresh, { mode: 0o700 });
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (cluster.account) {
      const { uid, gid } = cluster.account;
      for (const file of [fresh, secrets, passwordFile]) await chown(file, uid, gid);
    }
    await initdb({ ...cluster, folder: fresh }, passwordFile);
    await rename(fresh, cluster.folder);
  } catch (error) {
    if (existsSync(path.join(cluster.folder, "PG_VERSION"))) return; // another copy was quicker
    throw initError(cluster, error as Error & { stderr?: string; code?: unknown });
  } finally {
    await rm(secrets, { recursive: true, force: true });
    await rm(fresh, { recursive: true, force: true });
  }
}

/** The server's settings: sized for a small machine, shaped for a queue (many short writes, hot small tables). */
export function serverSettings(durable: boolean): string[] {
  const settings: Record<string, string | number> = {
    listen_addresses: "",
    unix_socket_directories: ".",
    unix_socket_permissions: "0700",
    max_connections: durable ? 100 : 300,
    shared_buffers: durable ? "128MB" : "64MB",
    fsync: durable ? "on" : "off",
    full_page_writes: durable ? "on" : "off",
    synchronous_commit: durable ? "on" : "off",
    wal_level: "logical",
    max_wal_size: "2GB",
    min_wal_size: durable ? "256MB" : "64MB",
    checkpoint_timeout: "15min",
    jit: "off",
    random_page_cost: 1.1,
    max_parallel_workers_per_gather: 0,
    autovacuum_naptime: "10s",
    autovacuum_vacuum_scale_factor: 0.05,
    autovacuum_vacuum_cost_limit: 2000,
    autovacuum_analyze_scale_factor: 0.05,
    log_checkpoints: "off",
    timezone: "UTC",
    log_timezone: "UTC",
  };
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

async function initdb(cluster: Cluster, passwordFile: string): Promise<void> {
  const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const access = [`--username=${ROLE}`, `--pwfile=${passwordFile}`, "--auth=scram-sha-256"];
  const sync = cluster.durable ? [] : ["--no-sync"];
  await run(cluster.binaries.initdb, ["-D", folderArgument(cluster), ...locale, ...access, ...sync], {
    ...cluster.account,
    cwd: cluster.folder,
    env: POSTGRES_ENV,
  });
}

async function refuseOtherMajor(cluster: Cluster, found: string): Promise<void> {
  const brought = await majorOf(cluster.binaries, cluster.account);
  if (brought === found) return;
  const made = `The database in ${cluster.folder} was made by PostgreSQL ${found}, but this Hookyard brings PostgreSQL ${brought}:`;
  if (Number(found) > Number(brought)) throw new StartupError(`${made} start the version of Hookyard that made it.`);
  throw new StartupError(`${made} bring it over with \`hookyard db upgrade\`, or set DATABASE_URL.`);
}

/** The major version of PostgreSQL's programs, such as `18`. */
export async function majorOf({ postgres }: Binaries, account: Account | null): Promise<string> {
  const { stdout } = await run(postgres, ["--version"], { ...account, cwd: "/" });
  return /(\d+)/.exec(stdout)?.[1] ?? stdout.trim();
}

/** The major version that made the cluster; null if there is none. */
export async function readMajor(folder: string): Promise<string | null> {
  const found = await readFile(path.join(folder, "PG_VERSION"), "utf8").catch(() => null);
  return found?.trim() ?? null;
}

/** Where a cluster is put when all of it is there, before it takes the place of the older one. */
export function upgradedFolder(folder: string): string {
  return `${folder}.upgraded`;
}

/** Completes an upgrade that was killed after the older cluster was moved away and before the newer one was in place. */
export async function finishUpgrade(folder: string): Promise<void> {
  if (existsSync(folder) || (await readMajor(upgradedFolder(folder))) === null) return;
  await rename(upgradedFolder(folder), folder);
}

function initError(cluster: Cluster, error: Error & { stderr?: string; code?: unknown }): Error {
  if (error.code === "ENOTEMPTY" || error.code === "EEXIST") {
    return new StartupError(`${cluster.folder} is in the way: it is not empty, but holds no database.`);
  }
  const reason = error.stderr?.split("\n").find((line) => line.includes("error:")) ?? error.message;
  return new StartupError(`PostgreSQL could not make its files in ${cluster.folder}: ${reason.trim()}`, {
    cause: error,
  });
}
