import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { DB } from "@/lib/db/generated";

export type Database = Kysely<DB> & { readonly pool: pg.Pool };

// int8 fits a JavaScript number in every column we have (counters); timestamps become Date at millisecond precision.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/**
 * One pool for everything but LISTEN and the engines' own connections.
 * `options` are server settings of each connection, as in `-c statement_timeout=30000`.
 */
export function createDatabase(url: string, options: { max?: number; options?: string; name?: string } = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    application_name: options.name ?? "hookyard",
    options: options.options ?? "-c statement_timeout=30000 -c timezone=UTC",
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
  });
  // An idle connection that the server closed is replaced at the next query, which reports an error if it cannot be.
  pool.on("error", () => {});
  // The same for one in use: its query reports the error, or the next one does; unheard, it would end the process.
  pool.on("connect", (client) => client.on("error", () => {}));
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  return Object.assign(kysely, { pool });
}

/** Ends every connection; queries under way finish first. */
export async function closeDatabase(db: Database): Promise<void> {
  await db.destroy();
}
