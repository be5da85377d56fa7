import type pg from "pg";

/** Does something on one connection of a pool, which is closed if that fails. */
export async function onClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let isBroken = true;
  try {
    const done = await work(client);
    isBroken = false;
    return done;
  } finally {
    client.release(isBroken);
  }
}
