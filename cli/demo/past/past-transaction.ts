import type pg from "pg";
import { type Ask, askClient } from "@/lib/db/ask";
import { inTransaction } from "@/lib/db/transaction";

/** A transaction in which it is another time. */
export type Past = {
  client: pg.PoolClient;
  ask: Ask;
  /** From here on `now()` is this time. */
  goTo(at: Date): Promise<void>;
};

/**
 * Runs the program's own statements as if they ran in the past: in this transaction a function `now()` stands before
 * PostgreSQL's. It is dropped before the commit, so no other connection ever sees it. Whatever the work writes is
 * there as a whole or not at all.
 */
export async function inPast<T>(pool: pg.Pool, work: (past: Past) => Promise<T>): Promise<T> {
  return inTransaction(pool, async (client) => {
    await client.query(`create function now() returns timestamptz language sql stable
      as $$ select current_setting('hookyard.past')::timestamptz $$`);
    await client.query("select set_config('search_path', format('%I, pg_catalog', current_schema()), true)");
    const done = await work({
      client,
      ask: askClient(client),
      async goTo(at) {
        await client.query({
          name: "go_to",
          text: "select set_config('hookyard.past', $1, true)",
          values: [at.toISOString()],
        });
      },
    });
    await client.query("drop function now()");
    return done;
  });
}
