import type pg from "pg";
import { onClient } from "@/lib/db/on-client";
import { SHARD_IS_ELSEWHERE } from "@/lib/db/placement/hold-shard";
import type { Shard } from "@/lib/db/placement/shards";
import { measureRows } from "@/lib/nouns/health/measure";

/** A server, and the shards that it has, each asked by its own pool in the names that all have. */
export type MeasuredServer = {
  readonly pool: pg.Pool;
  readonly shards: readonly (Pick<Shard, "nameOf"> & { readonly pool: pg.Pool })[];
};

/** What is measured in a shard, by what its tables are called. */
export type ShardQuery = (nameOf: (table: string) => string) => string;

const UNDEFINED_TABLE = "42P01";

/** The rows of all shards of a server, by one statement; null where that takes longer than half a second. */
export async function measureShards<Row extends pg.QueryResultRow>(
  { pool, shards }: MeasuredServer,
  query: ShardQuery,
): Promise<readonly Row[] | null> {
  if (shards.length === 0) return [];
  const text = shards.map(({ nameOf }) => `(${query(nameOf)})`).join("\nunion all\n");
  try {
    return await onClient(pool, (client) => measureRows<Row>(client, text));
  } catch (error) {
    if ((error as { code?: string }).code !== UNDEFINED_TABLE) throw error;
    return measureEach(shards, query);
  }
}

/** One has just left the server: the others are asked alone, each only where the one before was quick. */
async function measureEach<Row extends pg.QueryResultRow>(
  shards: MeasuredServer["shards"],
  query: ShardQuery,
): Promise<readonly Row[] | null> {
  const text = query((table) => table);
  const all: Row[] = [];
  for (const { pool } of shards) {
    const rows = await unlessElsewhere(onClient(pool, (client) => measureRows<Row>(client, text)));
    if (rows === null) return null;
    all.push(...rows);
  }
  return all;
}

/** The server is there, whatever became of one of its shards: the next time that is asked where it is then. */
async function unlessElsewhere<Row>(asked: Promise<readonly Row[] | null>): Promise<readonly Row[] | null> {
  try {
    return await asked;
  } catch (error) {
    if ((error as { code?: string }).code === SHARD_IS_ELSEWHERE) return [];
    throw error;
  }
}
