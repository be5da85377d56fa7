import type pg from "pg";
import { onClient } from "@/lib/db/on-client";
import type { ShardServer } from "@/lib/db/placement/shards";
import type { DatabaseSizes } from "@/lib/nouns/health/database-sizes";
import { type MeasuredServer, measureShards, type ShardQuery } from "@/lib/nouns/health/measure-shards";
import { readServer, readTables } from "@/lib/nouns/health/read-database";
import { readTransactions, type Transactions } from "@/lib/nouns/health/read-transactions";
import { readShardWork, type ShardWork } from "@/lib/nouns/health/read-work";
import type { DatabaseHealth } from "@/lib/nouns/health/schemas";

/** A server that can be asked how it is, with the shards that it has. */
export type HealthServer = Pick<ShardServer, "address" | "isCoordinator"> & MeasuredServer;

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

type Amount = { amount: number };

const PROJECTS: ShardQuery = (nameOf) =>
  `select count(*)::int as amount from ${nameOf("projects")} where deleted_at is null`;

/** Throws where it does not answer. */
export async function readServerFacts(server: HealthServer, sizes: DatabaseSizes): Promise<ServerFacts> {
  const { address, pool, shards } = server;
  const own = await onClient(pool, async (client) => ({
    ...(await readServer(client)),
    ...(await readTransactions(client, address)),
    tables: await readTables(client, shards),
    bytes: address === null ? null : await sizes.read(address, client),
  }));
  const work = await readShardWork(server);
  return { ...own, work, projects: address === null ? null : sumOf(await measureShards<Amount>(server, PROJECTS)) };
}

function sumOf(rows: readonly Amount[] | null): number | null {
  return rows?.reduce((sum, { amount }) => sum + amount, 0) ?? null;
}
