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

type Node = { readonly port: number; kill(): Promise<void>; start(): Promise<void> };

/** A coordinator and two workers of Citus on this machine, each a process of its own. */
export class CitusCluster {
  private constructor(
    private readonly root: string,
    /** The coordinator, and then the workers. */
    readonly nodes: readonly Node[],
  ) {}

  static async open(): Promise<CitusCluster> {
    const root = await mkdtemp(path.join(os.tmpdir(), "hookyard-citus-"));
    await chmod(root, 0o711);
    const ports = await freePorts(3);
    return new CitusCluster(root, await Promise.all(ports.map((port) => startNode(root, port))));
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

  async close(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.kill()));
    await rm(this.root, { recursive: true, force: true });
  }
}

const urlOf = (port: number, database: string) => `postgres://hookyard@127.0.0.1:${port}/${database}`;

async function startNode(root: string, port: number): Promise<Node> {
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
  await appendFile(path.join(folder, "postgresql.conf"), SETTINGS(port));
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
