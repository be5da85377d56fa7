import type pg from "pg";

/** Runs `work` in a transaction on a connection of the pool. Closes a connection on which something failed. */
export async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken = true;
  try {
    await client.query("begin");
    const result = await work(client);
    await client.query("commit");
    broken = false;
    return result;
  } finally {
    client.release(broken);
  }
}
