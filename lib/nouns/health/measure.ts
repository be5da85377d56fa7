import type pg from "pg";

const PATIENCE_MS = 500;
/** PostgreSQL's `query_canceled`: a statement that took too long. */
const CANCELED = "57014";

/**
 * Asks for one row within half a second, else null: where a queue is full of dead rows, looking at them all would be one more
 * load on a database that has enough.
 */
export async function measure<Row extends pg.QueryResultRow>(client: pg.PoolClient, text: string): Promise<Row | null> {
  await client.query(`begin read only; set local statement_timeout = ${PATIENCE_MS}; set local jit = off`);
  try {
    const { rows } = await client.query<Row>(text);
    return rows[0] ?? null;
  } catch (error) {
    if ((error as { code?: string }).code === CANCELED) return null;
    throw error;
  } finally {
    await client.query("rollback");
  }
}
