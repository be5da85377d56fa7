import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, closeSync, cpSync, mkdirSync, mkdtempSync, openSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openConnection } from "@/lib/db/connection";
import { databaseAccount, giveCluster } from "@/lib/db/embedded/embedded-account";
import { locateBinaries } from "@/lib/db/embedded/embedded-binaries";
import {
  type Cluster,
  ensureCluster,
  folderArgument,
  POSTGRES_ENV,
  ROLE,
  serverSettings,
} from "@/lib/db/embedded/embedded-cluster";
import { connectionUrl } from "@/lib/db/embedded/embedded-connection";

const PATIENCE_MS = 60_000;
const LOOK_MS = 50;

/**
 * A PostgreSQL and its streaming standby, which has everything that was committed: commits of the one wait for the
 * other.
 */
export class DatabasePair {
  readonly #children: ChildProcess[] = [];
  readonly #folder: string;
  primaryUrl = "";
  standbyUrl = "";

  /** `where` is the folder in which they create their own. */
  constructor(where: string) {
    this.#folder = mkdtempSync(path.join(where, "hookyard-pair-"));
    // Their account differs from ours if we are root.
    chmodSync(this.#folder, 0o711);
  }

  /** Starts both; `close` must be called even if this fails. */
  async open(): Promise<void> {
    const folder = this.#folder;
    const password = randomBytes(16).toString("hex");
    const account = databaseAccount(path.join(folder, "none"));
    const binaries = await locateBinaries(account, folder);
    const toCluster = (name: string): Cluster => ({
      folder: path.join(folder, name),
      account,
      binaries,
      durable: true,
    });
    const [one, two] = [toCluster("one"), toCluster("two")];
    await ensureCluster(one, password);
    this.primaryUrl = await this.#start(one, password);
    const admin = await openConnection(connectionUrl(one.folder, password, "postgres"));
    await admin.query(`create database ${ROLE}`);

    await admin.query("select pg_backup_start('standby', true)");
    cpSync(one.folder, two.folder, { recursive: true, filter: isPartOfBackup(one.folder) });
    for (const name of ["", "archive_status", "summaries"]) mkdirSync(path.join(two.folder, "pg_wal", name));
    const { rows } = await admin.query<{ labelfile: string }>("select labelfile from pg_backup_stop(false)");
    writeFileSync(path.join(two.folder, "backup_label"), rows[0]?.labelfile ?? "");
    writeFileSync(path.join(two.folder, "standby.signal"), "");
    await giveCluster(two.folder, account);
    const line = `host='${one.folder}' user=${ROLE} password=${password} application_name=standby`;
    this.standbyUrl = await this.#start(two, password, { primary_conninfo: line });

    await admin.query("alter system set synchronous_standby_names = 'standby'");
    await admin.query("select pg_reload_conf()");
    await untilTrue(async () => {
      const { rows } = await admin.query("select from pg_stat_replication where sync_state = 'sync'");
      return rows.length === 1;
    });
    await admin.end();
  }

  /** Kills the primary and promotes the standby. */
  async promote(): Promise<void> {
    const [primary] = this.#children;
    if (primary) await kill(primary);
    const client = await openConnection(this.standbyUrl);
    await client.query("select pg_promote(true, 60)");
    await client.end();
  }

  async close(): Promise<void> {
    await Promise.all(this.#children.map(kill));
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #start(cluster: Cluster, password: string, more: Record<string, string> = {}): Promise<string> {
    const log = openSync(`${cluster.folder}.log`, "a", 0o600);
    const settings = Object.entries(more).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    const child = spawn(
      cluster.binaries.postgres,
      ["-D", folderArgument(cluster), ...serverSettings(cluster.durable), ...settings],
      { ...cluster.account, cwd: cluster.folder, env: POSTGRES_ENV, stdio: ["ignore", log, log], detached: true },
    );
    closeSync(log);
    this.#children.push(child);
    await untilTrue(async () => {
      if (child.exitCode !== null) throw new Error(`PostgreSQL ended: see ${cluster.folder}.log`);
      try {
        await (await openConnection(connectionUrl(cluster.folder, password, "postgres"))).end();
        return true;
      } catch {
        return false;
      }
    });
    return connectionUrl(cluster.folder, password, ROLE);
  }
}

/** Copies everything but files of the running server and its write-ahead log, which the standby gets by streaming. */
function isPartOfBackup(folder: string): (source: string) => boolean {
  const left = ["pg_wal", "postmaster.pid", "postmaster.opts", ".s.PGSQL.5432", ".s.PGSQL.5432.lock"].map((name) =>
    path.join(folder, name),
  );
  return (source) => !left.includes(source);
}

/** Ends the server and its sessions at once, as a crash does. */
async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGQUIT");
  await ended;
}

async function untilTrue(ask: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!(await ask())) {
    if (performance.now() > end) throw new Error("PostgreSQL was not ready in time.");
    await pause(LOOK_MS);
  }
}
