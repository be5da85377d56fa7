import type pg from "pg";

const PATIENCE_MS = 500;
/** PostgreSQL's `query_canceled`: a statement that took too long. */
const CANCELED = "57014";

const BEFORE = `begin read only; set local statement_timeout = ${PATIENCE_MS}; set local jit = off`;

/**
 * Answers with the rows if they come within half a second, else null: where a queue is full of dead rows, looking at them
 * all would be one more load on a database that has enough.
 */
export async function measureRows<Row extends pg.QueryResultRow>(
  client: pg.PoolClient,
  text: string,
): Promise<readonly Row[] | null> {
  try {
    // The driver answers several statements, which are one round trip, with as many results.
    const results: unknown = await client.query(`${BEFORE}; ${text}; rollback`);
    return (results as pg.QueryResult<Row>[]).at(-2)?.rows ?? null;
  } catch (error) {
    await client.query("rollback");
    if ((error as { code?: string }).code === CANCELED) return null;
    throw error;
  }
}

/** The same for one row. */
export async function measure<Row extends pg.QueryResultRow>(client: pg.PoolClient, text: string): Promise<Row | null> {
  return (await measureRows<Row>(client, text))?.[0] ?? null;
}
