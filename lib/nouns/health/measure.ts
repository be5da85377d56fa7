import type pg from "pg";

const PATIENCE_MS = 500;
/** PostgreSQL's `query_canceled`: a statement that took too long. */
const CANCELED = "57014";

const BEFORE = `begin read only; set local statement_timeout = ${PATIENCE_MS}; set local jit = off`;

/**
 * Asks for one row within half a second, else null: where a queue is full of dead rows, looking at them all would be one more
 * load on a database that has enough.
 */
export async function measure<Row extends pg.QueryResultRow>(client: pg.PoolClient, text: string): Promise<Row | null> {
  try {
    // The driver answers several statements, which are one round trip, with as many results.
    const results: unknown = await client.query(`${BEFORE}; ${text}; rollback`);
    return (results as pg.QueryResult<Row>[]).at(-2)?.rows[0] ?? null;
  } catch (error) {
    await client.query("rollback");
    if ((error as { code?: string }).code === CANCELED) return null;
    throw error;
  }
}
