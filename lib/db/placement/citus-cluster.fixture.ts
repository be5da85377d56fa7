import { rm } from "node:fs/promises";
import os from "node:os";
import type pg from "pg";
import {
  hasLocalServer,
  hasSetting,
  type LocalServer,
  makeServersFolder,
  startLocalServer,
  tell,
  urlOf,
} from "@/lib/db/placement/local-server.fixture";
import { mountDisk } from "@/lib/db/small-disk.fixture";
import { freePorts } from "@/lib/feeds/brokers/conformance/server.fixture";

export const missingCitus = () =>
  hasLocalServer("citus") ? null : "Citus for PostgreSQL 15 (a build in /usr/lib/postgresql/15)";

/** Few enough for a test's database to be made in a moment, and more than nodes. */
const SHARDS = 4;
const WORKERS = 2;

/**
 * Each commit is written before it is answered, though not to the disk: by logical replication Citus moves what was written
 * when it stopped the writers, and would leave behind what a commit by `synchronous_commit = off` had yet to write.
 */
const SETTINGS = `
shared_preload_libraries = 'citus'
citus.node_conninfo = 'sslmode=disable'
citus.shard_count = ${SHARDS}
max_connections = 400
max_worker_processes = 64
timezone = 'UTC'
wal_level = logical
max_prepared_transactions = 200
max_locks_per_transaction = 512
fsync = off
synchronous_commit = on
full_page_writes = off
`;

/** Where PostgreSQL asks which plugins may decode: Citus has one for what is written to a shard while it is split. */
const SPLITTING = "output_plugin_libraries = 'pgoutput, citus'\n";

/** What PostgreSQL calls `object_in_use`. */
const IN_USE = "55006";

/** For copies of a database, which have none of its settings; and for tests that have triggers refuse what they choose. */
export const OF_COPIES = `
citus.multi_shard_modify_mode = sequential
citus.enable_unsafe_triggers = on`;

/** A coordinator and two workers of Citus on this machine, each a process of its own. */
export class CitusCluster {
  private constructor(
    private readonly root: string,
    /** The coordinator, and then the workers. */
    readonly nodes: readonly LocalServer[],
    private readonly unmount: () => void,
  ) {}

  /**
   * `settings` are lines of each node's configuration, the later ones win; `where` is the folder for their data. The last
   * worker has a disk of its own of so many MiB if that is asked, which takes the right to mount one.
   */
  static async open(settings = "", where = os.tmpdir(), diskMib: number | null = null): Promise<CitusCluster> {
    const root = await makeServersFolder(where, "hookyard-citus-");
    const ports = await freePorts(1 + WORKERS);
    const plugins = (await hasSetting("output_plugin_libraries")) ? SPLITTING : "";
    const all = `${SETTINGS}${plugins}${settings}`;
    let unmount = () => {};
    const mount = (folder: string) => {
      if (diskMib !== null) unmount = mountDisk(folder, diskMib);
    };
    const nodes = ports.map((port, place) => startLocalServer(root, port, all, place === WORKERS ? mount : undefined));
    return new CitusCluster(root, await Promise.all(nodes), () => unmount());
  }

  /** Makes an empty database that all nodes are of, and returns the coordinator's address of it. */
  async createDatabase(name: string): Promise<string> {
    for (const { port } of this.nodes) {
      await tell(urlOf(port, "postgres"), ["set client_min_messages = error", `create database ${name}`]);
      await tell(urlOf(port, name), ["create extension citus"]);
    }
    const [own = 0, ...others] = this.nodes.map(({ port }) => port);
    const url = urlOf(own, name);
    await tell(url, [
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

  /** PostgreSQL waits five seconds for those whom it sends away; on a busy machine they may need longer. */
  async dropDatabase(name: string): Promise<void> {
    for (;;) {
      try {
        return await this.#onEach([`drop database if exists ${name} with (force)`]);
      } catch (error) {
        if ((error as pg.DatabaseError).code !== IN_USE) throw error;
      }
    }
  }

  async #onEach(statements: readonly string[]): Promise<void> {
    await Promise.all(this.nodes.map(({ port }) => tell(urlOf(port, "postgres"), statements)));
  }

  async close(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.kill()));
    this.unmount();
    await rm(this.root, { recursive: true, force: true });
  }
}
