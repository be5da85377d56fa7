import { Kysely, PostgresDialect } from "kysely";
import type pg from "pg";
import type { Database } from "@/lib/db/client";
import type { DB } from "@/lib/db/generated";
import { type Node, readMapVersion, readShardMap, type ShardMap, type ShardPlace } from "@/lib/db/placement/shard-map";
import { ShardNames } from "@/lib/db/placement/shard-names";
import { poolOfShard } from "@/lib/db/placement/shard-pool";
import type { Databases, Server, Shard, Shards } from "@/lib/db/placement/shards";

/** A server whose connections can be closed. */
export type OpenServer = Server & { close(): Promise<unknown> };

/** How often the map is compared with the database. A shard that is found gone is looked for at once, but not more often. */
const REFRESH_MS = 5_000;
const LOOK_AGAIN_MS = 200;

/**
 * The shards of a distributed database, each on connections to the server that has it. They follow when a shard moves to
 * another server.
 */
export class OpenShards implements Shards {
  readonly all: readonly Shard[];
  readonly #byId: ReadonlyMap<string, Shard>;
  readonly #nodes = new Map<string, OpenServer>();
  readonly #timer: NodeJS.Timeout;
  #onServer: (server: Server) => void = () => {};
  #looking: Promise<void> | null = null;
  #lookedAt = performance.now();
  /** Of the map; null if it was not compared since it was read at the start. */
  #version: string | null = null;
  readonly #names = new Map<string, ShardNames>();

  private constructor(
    private readonly coordinator: OpenServer,
    private map: ShardMap,
    private readonly openNode: (node: Node) => OpenServer,
    private readonly onError: (error: unknown) => void,
  ) {
    this.all = map.places.map((place) => this.#toShard(place));
    this.#byId = new Map(this.all.map((shard) => [shard.id, shard]));
    this.#timer = setInterval(() => void this.#look(), REFRESH_MS);
  }

  /** `onError` hears why the map could not be read again. */
  static async open(
    coordinator: OpenServer,
    openNode: (node: Node) => OpenServer,
    onError: (error: unknown) => void,
  ): Promise<OpenShards> {
    return new OpenShards(coordinator, await readShardMap(coordinator.databases.upkeep.pool), openNode, onError);
  }

  get whole(): Databases {
    return this.coordinator.databases;
  }

  eachServer(onServer: (server: Server) => void): void {
    onServer(this.coordinator);
    for (const server of this.#nodes.values()) onServer(server);
    this.#onServer = onServer;
  }

  of(projectId: string): Shard {
    return this.#byId.get(this.map.of(projectId).id) as Shard;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
    await Promise.all([this.coordinator, ...this.#nodes.values()].map((server) => server.close()));
  }

  #toShard({ id, names }: ShardPlace): Shard {
    const said = new ShardNames(names);
    this.#names.set(id, said);
    const open = (kind: keyof Databases) =>
      databaseOn(
        poolOfShard({ id, names: said, pool: () => this.#serverOf(id)[kind].pool, onGone: () => this.#doubt() }),
      );
    return { id, pages: open("pages"), ingest: open("ingest"), work: open("work"), upkeep: open("upkeep") };
  }

  #serverOf(id: string): Databases {
    const { node } = this.map.find(id) as ShardPlace;
    const address = `${node.host}:${node.port}`;
    const known = this.#nodes.get(address);
    if (known) return known.databases;
    const opened = this.openNode(node);
    this.#nodes.set(address, opened);
    this.#onServer(opened);
    return opened.databases;
  }

  /** A shard is not where it was. Whoever found it so tries again. */
  #doubt(): void {
    if (performance.now() - this.#lookedAt >= LOOK_AGAIN_MS) void this.#look();
  }

  #look(): Promise<void> {
    this.#looking ??= this.#read()
      .catch(this.onError)
      .finally(() => {
        this.#looking = null;
      });
    return this.#looking;
  }

  async #read(): Promise<void> {
    this.#lookedAt = performance.now();
    const { pool } = this.whole.upkeep;
    const version = await readMapVersion(pool);
    if (version === this.#version) return;
    const map = await readShardMap(pool);
    if (map.places.some(({ id }) => !this.#byId.has(id)) || map.places.length !== this.all.length) {
      throw new Error("The shards of the database are others than at the start of this copy: start it again.");
    }
    this.map = map;
    for (const { id, names } of map.places) this.#names.get(id)?.update(names);
    this.#version = version;
  }
}

function databaseOn(pool: pg.Pool): Database {
  return Object.assign(new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }), { pool });
}
