import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { appendFile, chmod, chown, mkdir, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { databaseAccount } from "@/lib/db/embedded/embedded-account";
import { freePorts, start } from "@/lib/feeds/brokers/conformance/server.fixture";

const run = promisify(execFile);
const FOLDER = "/usr/lib/postgresql/15";

export const missingCitus = () =>
  existsSync(path.join(FOLDER, "lib/citus.so")) ? null : "Citus for PostgreSQL 15 (a build in /usr/lib/postgresql/15)";

/** Few enough for a test's database to be made in a moment, and more than nodes. */
const SHARDS = 4;

const SETTINGS = (port: number) => `
shared_preload_libraries = 'citus'
citus.node_conninfo = 'sslmode=disable'
citus.shard_count = ${SHARDS}
port = ${port}
max_connections = 400
max_worker_processes = 64
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
timezone = 'UTC'
wal_level = logical
max_prepared_transactions = 200
max_locks_per_transaction = 512
fsync = off
synchronous_commit = off
full_page_writes = off
`;

/** Where PostgreSQL asks which plugins may decode: Citus has one for what is written to a shard while it is split. */
const SPLITTING = "output_plugin_libraries = 'pgoutput, citus'\n";

/** For copies of a database, which have none of its settings; and for tests that have triggers refuse what they choose. */
export const OF_COPIES = `
citus.multi_shard_modify_mode = sequential
citus.enable_unsafe_triggers = on`;

type Node = { readonly port: number; kill(): Promise<void>; start(): Promise<void> };

/** A coordinator and two workers of Citus on this machine, each a process of its own. */
export class CitusCluster {
  private constructor(
    private readonly root: string,
    /** The coordinator, and then the workers. */
    readonly nodes: readonly Node[],
  ) {}

  /** `settings` are lines of each node's configuration. */
  static async open(settings = ""): Promise<CitusCluster> {
    const root = await mkdtemp(path.join(os.tmpdir(), "hookyard-citus-"));
    await chmod(root, 0o711);
    const ports = await freePorts(3);
    return new CitusCluster(root, await Promise.all(ports.map((port) => startNode({ root, port, settings }))));
  }

  /** Makes an empty database that all nodes are of, and returns the coordinator's address of it. */
  async createDatabase(name: string): Promise<string> {
    for (const { port } of this.nodes) {
      await query(urlOf(port, "postgres"), ["set client_min_messages = error", `create database ${name}`]);
      await query(urlOf(port, name), ["create extension citus"]);
    }
    const [own = 0, ...others] = this.nodes.map(({ port }) => port);
    const url = urlOf(own, name);
    await query(url, [
      `select citus_set_coordinator_host('127.0.0.1', ${own})`,
      ...others.map((port) => `select citus_add_node('127.0.0.1', ${port})`),
    ]);
    return url;
  }

  /** Lets nobody into a database any more, so that it can be copied. */
  async makeTemplate(name: string): Promise<void> {
    await this.#onEach([
      `alter database ${name} allow_connections false`,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    ]);
  }

  /** Copies a template on every node: what a node knows of its tables and of other nodes is in the database too. */
  async copyDatabase(template: string, name: string): Promise<string> {
    await this.#onEach([`create database ${name} template ${template}`]);
    return urlOf(this.nodes[0]?.port ?? 0, name);
  }

  async dropDatabase(name: string): Promise<void> {
    await this.#onEach([`drop database if exists ${name} with (force)`]);
  }

  async #onEach(statements: readonly string[]): Promise<void> {
    await Promise.all(this.nodes.map(({ port }) => query(urlOf(port, "postgres"), statements)));
  }

  async close(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.kill()));
    await rm(this.root, { recursive: true, force: true });
  }
}

const urlOf = (port: number, database: string) => `postgres://hookyard@127.0.0.1:${port}/${database}`;

async function startNode({ root, port, settings }: { root: string; port: number; settings: string }): Promise<Node> {
  const folder = path.join(root, String(port));
  await mkdir(folder, { mode: 0o700 });
  const account = databaseAccount(folder);
  if (account) await chown(folder, account.uid, account.gid);
  const bin = (name: string) => path.join(FOLDER, "bin", name);
  const as = { ...account, cwd: folder };
  await run(
    bin("initdb"),
    ["-D", folder, "-U", "hookyard", "-A", "trust", "--encoding=UTF8", "--locale=C", "--no-sync"],
    as,
  );
  const known = await run(bin("postgres"), ["--describe-config"], as);
  const plugins = known.stdout.includes("output_plugin_libraries") ? SPLITTING : "";
  await appendFile(path.join(folder, "postgresql.conf"), `${SETTINGS(port)}${plugins}${settings}\n`);
  let server: ReturnType<typeof start>;
  const node = {
    port,
    kill: () => server.stop("SIGQUIT"),
    async start() {
      server = start(bin("postgres"), ["-D", folder], as);
      await waitFor(server, port);
    },
  };
  await node.start();
  return node;
}

async function waitFor(server: ReturnType<typeof start>, port: number): Promise<void> {
  for (;;) {
    try {
      return await query(urlOf(port, "postgres"), ["select 1"]);
    } catch (error) {
      if (server.hasExited()) throw new Error(`A node of Citus ended: ${server.output()}`, { cause: error });
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

async function query(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    for (const text of statements) await client.query(text);
  } finally {
    await client.end();
  }
}
