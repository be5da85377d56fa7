import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { appendFile, chmod, chown, mkdir, mkdtemp } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { databaseAccount } from "@/lib/db/embedded/embedded-account";
import { start } from "@/lib/feeds/brokers/conformance/server.fixture";

const run = promisify(execFile);
const INSTALLED = "/usr/lib/postgresql/15";
const ROLE = "hookyard";
const PATIENCE_MS = 60_000;
const LOOK_MS = 100;

/** A PostgreSQL 15 of this machine's packages on a loopback port, a process of its own. */
export type LocalServer = {
  readonly port: number;
  /** The folder of its data, in which its processes run. */
  readonly folder: string;
  kill(): Promise<void>;
  start(): Promise<void>;
};

/** Whether this machine has it, with a library that it is to load. */
export function hasLocalServer(library: string): boolean {
  return existsSync(path.join(INSTALLED, "lib", `${library}.so`));
}

/** A folder in `where` that the account of a server may enter. */
export async function makeServersFolder(where: string, prefix: string): Promise<string> {
  const root = await mkdtemp(path.join(where, prefix));
  await chmod(root, 0o711);
  return root;
}

/**
 * Makes a server whose data is in `root`, and starts it. `settings` are lines of its configuration, the later ones win;
 * `prepare` may put a disk of its own where its data will be.
 */
export async function startLocalServer(
  root: string,
  port: number,
  settings: string,
  prepare: (folder: string) => void = () => {},
): Promise<LocalServer> {
  const folder = path.join(root, String(port));
  await mkdir(folder, { mode: 0o700 });
  prepare(folder);
  const as = await giveFolder(folder);
  await run(bin("initdb"), ["-D", folder, "-U", ROLE, "-A", "trust", "--encoding=UTF8", "--locale=C", "--no-sync"], as);
  const own = `port = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = ''\n`;
  await appendFile(path.join(folder, "postgresql.conf"), `${own}${settings}\n`);
  return startIn(folder, port, as);
}

/** A server of the same data beside a running one, which has everything that is committed from now on: commits wait for it. */
export async function startStandby(primary: LocalServer, port: number): Promise<LocalServer> {
  const folder = path.join(path.dirname(primary.folder), String(port));
  await mkdir(folder, { mode: 0o700 });
  const as = await giveFolder(folder);
  const from = `host=127.0.0.1 port=${primary.port} user=${ROLE} application_name=standby`;
  await run(bin("pg_basebackup"), ["-D", folder, "-d", from, "-R", "-X", "stream", "-c", "fast"], as);
  await appendFile(path.join(folder, "postgresql.conf"), `port = ${port}\n`);
  const standby = await startIn(folder, port, as);
  const url = urlOf(primary.port, "postgres");
  await tell(url, ["alter system set synchronous_standby_names = 'standby'", "select pg_reload_conf()"]);
  await untilFollowed(url);
  return standby;
}

/** By one statement after another: a connection hears of a new setting between them. */
async function untilFollowed(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const end = performance.now() + PATIENCE_MS;
    for (;;) {
      const { rowCount } = await client.query("select from pg_stat_replication where sync_state = 'sync'");
      if (rowCount === 1) return;
      if (performance.now() > end) throw new Error("The standby did not follow in time.");
      await pause(LOOK_MS);
    }
  } finally {
    await client.end();
  }
}

const bin = (name: string) => path.join(INSTALLED, "bin", name);

/** How programs are run there: as PostgreSQL's own account if we are root. */
async function giveFolder(folder: string) {
  const account = databaseAccount(folder);
  if (account) await chown(folder, account.uid, account.gid);
  return { ...account, cwd: folder };
}

async function startIn(folder: string, port: number, as: Awaited<ReturnType<typeof giveFolder>>): Promise<LocalServer> {
  let server: ReturnType<typeof start>;
  const local = {
    port,
    folder,
    kill: () => server.stop("SIGQUIT"),
    async start() {
      server = start(bin("postgres"), ["-D", folder], as);
      await waitFor(server, port);
    },
  };
  await local.start();
  return local;
}

/** Whether the servers of this machine have a setting. */
export async function hasSetting(name: string): Promise<boolean> {
  const as = { ...databaseAccount(path.join(INSTALLED, "none")), cwd: "/" };
  const { stdout } = await run(bin("postgres"), ["--describe-config"], as);
  return stdout.includes(name);
}

export const urlOf = (port: number, database: string) => `postgres://${ROLE}@127.0.0.1:${port}/${database}`;

/** Says statements one after another on a connection of their own. */
export async function tell(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    for (const text of statements) await client.query(text);
  } finally {
    await client.end();
  }
}

async function waitFor(server: ReturnType<typeof start>, port: number): Promise<void> {
  for (;;) {
    try {
      return await tell(urlOf(port, "postgres"), ["select 1"]);
    } catch (error) {
      if (server.hasExited()) throw new Error(`PostgreSQL ended: ${server.output()}`, { cause: error });
      await pause(LOOK_MS);
    }
  }
}
