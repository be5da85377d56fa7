import type pg from "pg";
import { onClient } from "@/lib/db/on-client";
import type { Shard, ShardServer } from "@/lib/db/placement/shards";
import { measure } from "@/lib/nouns/health/measure";
import { readServer, readTables } from "@/lib/nouns/health/read-database";
import { readTransactions, type Transactions } from "@/lib/nouns/health/read-transactions";
import { readShardWork, type ShardWork } from "@/lib/nouns/health/read-work";
import type { DatabaseHealth } from "@/lib/nouns/health/schemas";
import { ELSEWHERE, unlessElsewhere } from "@/lib/nouns/health/unless-elsewhere";

/** A server that can be asked how it is, with the shards that it has. */
export type HealthServer = Pick<ShardServer, "address" | "isCoordinator"> & {
  readonly pool: pg.Pool;
  readonly shards: readonly (Pick<Shard, "nameOf"> & { readonly pool: pg.Pool })[];
};

export function toHealthServer({ databases, shards, ...server }: ShardServer): HealthServer {
  return {
    ...server,
    pool: databases.pages.pool,
    shards: shards.map(({ nameOf, pages }) => ({ nameOf, pool: pages.pool })),
  };
}

/** The only server of a database that is not spread. */
export function onlyServer(pool: pg.Pool): HealthServer {
  return { address: null, isCoordinator: true, pool, shards: [{ pool, nameOf: (table) => table }] };
}

/** What a server tells of itself and of its shards. */
export type ServerFacts = Pick<DatabaseHealth, "version" | "connections" | "tables"> &
  Transactions & {
    readonly work: ShardWork;
    /** Null where it could not be counted within half a second, or is not asked because there is one server. */
    readonly projects: number | null;
    readonly bytes: number | null;
  };

const PROJECTS = "select count(*)::int as amount from projects where deleted_at is null";
const BYTES = "select pg_database_size(current_database())::int8 as amount";

/** Throws where it does not answer. */
export async function readServerFacts({ address, pool, shards }: HealthServer): Promise<ServerFacts> {
  const own = await onClient(pool, async (client) => ({
    ...(await readServer(client)),
    ...(await readTransactions(client, address)),
    tables: await readTables(client, shards),
    bytes: address === null ? null : await measureAmount(client, BYTES),
  }));
  const work = await readShardWork(shards.map((shard) => shard.pool));
  return { ...own, work, projects: address === null ? null : await countProjects(shards) };
}

async function countProjects(shards: HealthServer["shards"]): Promise<number | null> {
  let sum = 0;
  for (const { pool } of shards) {
    const amount = await unlessElsewhere(onClient(pool, (client) => measureAmount(client, PROJECTS)));
    if (amount === null) return null;
    if (amount !== ELSEWHERE) sum += amount;
  }
  return sum;
}

async function measureAmount(client: pg.PoolClient, text: string): Promise<number | null> {
  return (await measure<{ amount: number }>(client, text))?.amount ?? null;
}
