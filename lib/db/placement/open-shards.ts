import { Kysely, PostgresDialect } from "kysely";
import type pg from "pg";
import type { Database } from "@/lib/db/client";
import type { DB } from "@/lib/db/generated";
import { type Node, readMapVersion, readShardMap, type ShardMap, type ShardPlace } from "@/lib/db/placement/shard-map";
import { ShardNames } from "@/lib/db/placement/shard-names";
import { poolOfShard, ShardWasSplit } from "@/lib/db/placement/shard-pool";
import type { Databases, PresentShards, Server, Shard, ShardServer, Shards } from "@/lib/db/placement/shards";

/** A server whose connections can be closed. */
export type OpenServer = Server & { close(): Promise<unknown> };

/** How often the map is compared with the database. A shard that is found gone is looked for at once, but not more often. */
const REFRESH_MS = 5_000;
const LOOK_AGAIN_MS = 200;

/**
 * The shards of a distributed database, each on connections to the server that has it. They follow when a shard moves to
 * another server, and are others once one is split.
 */
export class OpenShards implements Shards {
  /** By their ids, with those that were split. */
  readonly #known = new Map<string, Shard>();
  readonly #nodes = new Map<string, OpenServer>();
  readonly #timer: NodeJS.Timeout;
  #onServer: (server: Server) => void = () => {};
  #onSplit: () => void = () => {};
  #looking: Promise<void> | null = null;
  #lookedAt = performance.now();
  /** The version of the map; null if it was not compared since it was read at the start. */
  #version: string | null = null;
  readonly #names = new Map<string, ShardNames>();

  private constructor(
    private readonly coordinator: OpenServer,
    private map: ShardMap,
    private readonly openNode: (node: Node) => OpenServer,
    private readonly onError: (error: unknown) => void,
  ) {
    for (const place of map.places) this.#know(place);
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

  get all(): readonly Shard[] {
    return this.#shardsOf(this.map);
  }

  of(projectId: string): Shard {
    return this.#shardIn(this.map, projectId);
  }

  present(): PresentShards {
    const { map, whole } = this;
    return { whole, all: this.#shardsOf(map), of: (projectId) => this.#shardIn(map, projectId) };
  }

  servers(): readonly ShardServer[] {
    const { nodes, places } = this.map;
    return nodes.map((node) => ({
      address: toAddress(node),
      isCoordinator: node.group === 0,
      databases: this.#open(node),
      shards: places
        .filter((place) => toAddress(place.node) === toAddress(node))
        .map(({ id }) => this.#known.get(id) as Shard),
    }));
  }

  openServers() {
    return Array.from(this.#nodes, ([address, { databases }]) => ({ address, databases }));
  }

  watch(onSplit: () => void): void {
    this.#onSplit = onSplit;
  }

  eachServer(onServer: (server: Server) => void): void {
    onServer(this.coordinator);
    for (const server of this.#nodes.values()) onServer(server);
    this.#onServer = onServer;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
    await Promise.all([this.coordinator, ...this.#nodes.values()].map((server) => server.close()));
  }

  #shardsOf(map: ShardMap): readonly Shard[] {
    return map.places.map(({ id }) => this.#known.get(id) as Shard);
  }

  #shardIn(map: ShardMap, projectId: string): Shard {
    return this.#known.get(map.of(projectId).id) as Shard;
  }

  #know({ id, names }: ShardPlace): void {
    const known = this.#names.get(id);
    if (known) {
      known.update(names);
      return;
    }
    const said = new ShardNames(names);
    this.#names.set(id, said);
    const open = (kind: keyof Databases) =>
      databaseOn(
        poolOfShard({ id, names: said, pool: () => this.#serverOf(id)[kind].pool, onGone: () => this.#doubt() }),
      );
    const addressOf = () => this.#addressOf(id);
    this.#known.set(id, {
      id,
      get address() {
        return addressOf();
      },
      nameOf: (table) => said.nameOf(table),
      pages: open("pages"),
      ingest: open("ingest"),
      work: open("work"),
      upkeep: open("upkeep"),
    });
  }

  #serverOf(id: string): Databases {
    const place = this.map.find(id);
    if (!place) throw new ShardWasSplit();
    return this.#open(place.node);
  }

  #addressOf(id: string): string | null {
    const place = this.map.find(id);
    return place ? toAddress(place.node) : null;
  }

  #open(node: Node): Databases {
    const address = toAddress(node);
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
    const isSplit = map.places.some(({ id }) => !this.#known.has(id));
    for (const place of map.places) this.#know(place);
    this.map = map;
    this.#version = version;
    if (isSplit) this.#onSplit();
  }
}

const toAddress = ({ host, port }: Node) => `${host}:${port}`;

function databaseOn(pool: pg.Pool): Database {
  return Object.assign(new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }), { pool });
}
