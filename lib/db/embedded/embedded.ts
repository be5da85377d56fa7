import { mkdir, stat } from "node:fs/promises";
import path from "node:path";
import { openConnection } from "@/lib/db/connection";
import { databaseAccount } from "@/lib/db/embedded/embedded-account";
import { type Binaries, locateBinaries } from "@/lib/db/embedded/embedded-binaries";
import { type Cluster, ensureCluster, finishUpgrade, ROLE } from "@/lib/db/embedded/embedded-cluster";
import {
  type Connection,
  connectionUrl,
  ensureConnection,
  nameForSocket,
  readConnection,
  writeConnection,
} from "@/lib/db/embedded/embedded-connection";
import { findPostmaster, isAlive, readPostmaster, stopPostmaster } from "@/lib/db/embedded/embedded-leftover";
import { type OwnerLock, takeOwnerLock } from "@/lib/db/embedded/embedded-lock";
import { type Postgres, startPostgres } from "@/lib/db/embedded/embedded-process";
import { StartupError } from "@/lib/kernel/startup-error";

/** A running PostgreSQL of our own. `stop` ends its sessions, writes everything to disk and waits for its exit. */
export type EmbeddedDatabase = { url: string; stop(): Promise<void> };

export type EmbeddedOptions = {
  dataDir: string;
  /** `false` trades crash safety for speed: for tests only. */
  durable?: boolean;
  /** Where the program that uses the database serves its pages; commands on the same folder read it. */
  servedAt?: string | undefined;
  /** A line for the operator, such as "recovering". */
  note?: (line: string) => void;
  /** PostgreSQL's programs; those that this program brings unless given. */
  binaries?: Binaries;
  /** Called if PostgreSQL died and could not be restarted. */
  onLost?: (reason: string) => void;
};

/**
 * Starts PostgreSQL on `<dataDir>/postgres`, which it creates on first use. Stops a server that a killed copy left
 * running; refuses a folder that a living copy uses. Throws a StartupError for everything that can go wrong.
 */
export async function startEmbeddedDatabase(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataDir, durable = true, note = () => {} } = options;
  if (process.platform === "win32") throw new StartupError("On Windows, run Hookyard in WSL or set DATABASE_URL.");
  await makeFolder(dataDir);
  const folder = path.join(dataDir, "postgres");
  await finishUpgrade(folder);
  const account = databaseAccount(folder);
  const binaries = options.binaries ?? (await locateBinaries(account, dataDir));
  const cluster: Cluster = { folder, account, durable, binaries };
  const connection = await ensureConnection(dataDir);

  await endLeftover(cluster, connection, note);
  await ensureCluster(cluster, connection.password);

  const name = nameForSocket(folder);
  const url = connectionUrl(name.folder, connection.password, ROLE);
  const maintenanceUrl = connectionUrl(name.folder, connection.password, "postgres");
  await writeConnection(dataDir, { ...connection, url, ownerPid: process.pid, servedAt: options.servedAt });

  let postgres: Postgres | undefined;
  let lock: OwnerLock;
  try {
    const logFile = path.join(dataDir, "postgres.log");
    postgres = await startPostgres(cluster, { logFile, note, onLost: options.onLost ?? (() => {}) });
    lock = await ownCluster(maintenanceUrl, dataDir);
  } catch (error) {
    await postgres?.stop();
    name.remove();
    throw error;
  }
  return {
    url,
    async stop() {
      await lock.release();
      await postgres.stop();
      name.remove();
    },
  };
}

/** Finds the database that a running copy has in this folder; `null` if none answers there. */
export async function findRunningDatabase(
  dataDir: string,
): Promise<{ url: string; servedAt: string | undefined } | null> {
  const connection = await readConnection(dataDir);
  if (!connection?.url) return null;
  try {
    await (await openConnection(connection.url)).end();
    return { url: connection.url, servedAt: connection.servedAt };
  } catch {
    return null;
  }
}

async function makeFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    if (!(await stat(dataDir)).isDirectory()) throw new Error("it is not a folder");
  } catch (error) {
    throw new StartupError(`The data folder ${dataDir} cannot be used: ${(error as Error).message}`);
  }
}

async function endLeftover(cluster: Cluster, connection: Connection, note: (line: string) => void): Promise<void> {
  const running = await findPostmaster(cluster.folder);
  if (running === null) return;
  if (running === "elsewhere") throw inUse(path.dirname(cluster.folder));
  const name = nameForSocket(cluster.folder);
  const url = connectionUrl(name.folder, connection.password, "postgres");
  const isInUse = running.ready && (await isOwned(url, connection.ownerPid));
  name.remove();
  if (isInUse) throw inUse(path.dirname(cluster.folder));
  note("The database of a killed copy is still running: stopping it first.");
  await stopPostmaster(cluster.folder, running.pid);
  if (await readPostmaster(cluster.folder)) throw inUse(path.dirname(cluster.folder));
}

/** The lock decides. A copy that is just starting has not taken it yet, so a living owner gets a second to do so. */
async function isOwned(url: string, ownerPid: number | null): Promise<boolean> {
  const ownerSeemsAlive = ownerPid !== null && ownerPid !== process.pid && isAlive(ownerPid);
  for (let look = 0; look < (ownerSeemsAlive ? 4 : 1); look += 1) {
    const lock = await takeOwnerLock(url, 1_000).catch(() => undefined);
    if (lock === undefined) return false; // it no longer takes connections: it is stopping
    if (lock === null) return true;
    await lock.release();
    if (ownerSeemsAlive) await new Promise((resolve) => setTimeout(resolve, 250));
  }
  return false;
}

async function ownCluster(url: string, dataDir: string): Promise<OwnerLock> {
  const lock = await takeOwnerLock(url, 1_000).catch((error: { code?: string }) => {
    if (error.code !== "28P01") throw error;
    throw new StartupError(
      `${path.join(dataDir, "database.json")} holds another password than the database: put its original back.`,
    );
  });
  if (lock === null) throw inUse(dataDir);
  try {
    await ensureDatabase(url);
  } catch (error) {
    await lock.release();
    throw error;
  }
  return lock;
}

async function ensureDatabase(url: string): Promise<void> {
  const client = await openConnection(url);
  const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [ROLE]);
  if (rowCount === 0) await client.query(`create database ${ROLE}`);
  await client.end();
}

function inUse(dataDir: string): StartupError {
  return new StartupError(`The data folder ${dataDir} is in use by another running Hookyard.`);
}
