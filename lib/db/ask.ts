import { CompiledQuery, type Kysely } from "kysely";
import type pg from "pg";
import type { DB } from "@/lib/db/generated";
import type { Query } from "@/lib/db/statement";

/** Runs a statement in its connection's transaction and returns the rows. */
export type Ask = <R>(query: Query) => Promise<R[]>;

export const askClient =
  (client: Pick<pg.ClientBase, "query">): Ask =>
  async <R>(query: Query) =>
    (await client.query(query)).rows as R[];

export const askTransaction =
  (trx: Kysely<DB>): Ask =>
  async <R>({ text, values }: Query) =>
    (await trx.executeQuery<R>(CompiledQuery.raw(text, values))).rows;

/** Each statement is a transaction of its own. */
export const askPool =
  (pool: pg.Pool): Ask =>
  async <R>(query: Query) =>
    (await pool.query(query)).rows as R[];
