import type pg from "pg";
import type { Database } from "@/lib/db/client";

/** What is done with a database, each on connections of its own: what people and programs ask, and the engines' work. */
export type Databases = {
  readonly pages: Database;
  readonly ingest: Database;
  readonly work: Database;
  readonly upkeep: Database;
};

/**
 * A part of the database that has some of the projects whole, in tables that are used as if they were all. On one server
 * there is one, the database itself.
 */
export type Shard = Databases & {
  readonly id: string;
  /** That of the server that has it now; null for the only one, and once the shard was split. */
  readonly address: string | null;
  /** What one of the tables is called in it. */
  nameOf(table: string): string;
};

/** A server that is listened to, and the connections to it. */
export type Server = { readonly url: string; readonly databases: Databases };

/** A server of a database, and the shards that are on it now; maybe none. */
export type ShardServer = {
  /** Its host and port as the others reach it; null for the only server of a database that is not spread. */
  readonly address: string | null;
  readonly isCoordinator: boolean;
  readonly databases: Databases;
  readonly shards: readonly Shard[];
};

/** The shards of a database, as they are at one time. */
export type PresentShards = {
  /** As a whole: for what belongs to no project, and for what is asked of all. */
  readonly whole: Databases;
  readonly all: readonly Shard[];
  of(projectId: string): Shard;
};

/** The database of an installation: its shards, which become others where one is split. */
export type Shards = PresentShards & {
  /** As they are now, whatever becomes of them: what is asked of one that was split fails. */
  present(): PresentShards;
  /** `onSplit` is called once there are others. */
  watch(onSplit: () => void): void;
  /** The servers, the coordinator first. */
  servers(): readonly ShardServer[];
  /** The servers of a spread database that connections of their own were opened to; none of one that is not spread. */
  openServers(): readonly { readonly address: string; readonly databases: Databases }[];
  /** Calls `onServer` for each server, and later for each that takes shards for the first time. */
  eachServer(onServer: (server: Server) => void): void;
  close(): Promise<unknown>;
};

/** Answers with a pool of the shard that has a project. */
export type PoolOf = (projectId: string) => pg.Pool;
/** The pools of the shards that have projects, each some of them. */
export type Pools = { readonly all: readonly pg.Pool[]; readonly of: PoolOf };

export function poolsOf(shards: PresentShards, kind: keyof Databases): Pools {
  return {
    get all() {
      return shards.all.map((shard) => shard[kind].pool);
    },
    of: (projectId) => shards.of(projectId)[kind].pool,
  };
}

/** One that has all projects. */
export function onePool(pool: pg.Pool): Pools {
  return { all: [pool], of: () => pool };
}

/** The same as a database. */
export type DatabaseOf = (projectId: string) => Database;

/** Gathers what is of one shard. */
export function gather<T, Of>(items: Iterable<T>, of: (item: T) => Of): Map<Of, T[]> {
  const gathered = new Map<Of, T[]>();
  for (const item of items) {
    const one = of(item);
    const others = gathered.get(one);
    if (others) others.push(item);
    else gathered.set(one, [item]);
  }
  return gathered;
}
