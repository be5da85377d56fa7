import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { DB } from "@/lib/db/generated";
import { clientOf } from "@/lib/db/hosts";
import { traceQueries } from "@/lib/db/trace-queries";
import { isDiskFull } from "@/lib/kernel/disk-full";
import { parseExact } from "@/lib/wire/exact-json";

export type Database = Kysely<DB> & { readonly pool: pg.Pool };

// int8 fits a JavaScript number in every column we have (counters); timestamps become Date at millisecond precision.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
// JSON written by users, as in a filter, keeps its numbers.
pg.types.setTypeParser(pg.types.builtins.JSON, parseExact);
pg.types.setTypeParser(pg.types.builtins.JSONB, parseExact);

/** PostgreSQL's `read_only_sql_transaction`: the server has become a standby. */
const READ_ONLY = "25006";

/** A server that is frozen or unreachable does not even report that a statement takes too long. */
const ANSWER_TIMEOUT_MS = 35_000;

type Asked = { query(...input: unknown[]): Promise<unknown> };

/** How long a pool whose server could open no other connection asks for none. */
const NARROW_MS = 1_000;

/**
 * As pg's pool, but for a server whose disk is full: it opens no connection while its caches of the catalogue have no file,
 * which each vacuum of a catalogue may remove, and reads all the same. So the connection of a statement that failed for want
 * of space is kept, where pg's pool closes it, and those that are there are shared.
 */
class Pool extends pg.Pool {
  readonly #max = this.options.max;
  #narrow: NodeJS.Timeout | undefined;

  override connect = (async () => {
    for (;;) {
      try {
        return await super.connect();
      } catch (error) {
        if (!isDiskFull(error) || this.totalCount === 0) throw error;
        this.options.max = this.totalCount;
        clearTimeout(this.#narrow);
        this.#narrow = setTimeout(() => {
          this.options.max = this.#max;
        }, NARROW_MS).unref();
      }
    }
  }) as pg.Pool["connect"];

  override query = (async (...input: unknown[]) => {
    const client: Asked & pg.PoolClient = await this.connect();
    let failure: unknown = null;
    try {
      return await client.query(...input);
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      client.release(failure !== null && !isDiskFull(failure));
    }
  }) as pg.Pool["query"];
}

/**
 * Creates the pool for everything but LISTEN and the engines' own connections. A query without an answer fails after
 * `answerTimeoutMs`, and its connection is closed together with the idle ones. `options` are server settings of each
 * connection, as in `-c statement_timeout=30000`. The queries of a pool that `isTraced` are spans, where they belong to a
 * trace.
 */
export function createDatabase(
  url: string,
  options: { max?: number; options?: string; name?: string; answerTimeoutMs?: number; isTraced?: boolean } = {},
): Database {
  const pool = new Pool({
    connectionString: url,
    Client: clientOf(url),
    max: options.max ?? 10,
    application_name: options.name ?? "hookyard",
    options: options.options ?? "-c statement_timeout=30000 -c timezone=UTC",
    connectionTimeoutMillis: 5_000,
    query_timeout: options.answerTimeoutMs ?? ANSWER_TIMEOUT_MS,
    idleTimeoutMillis: 60_000,
    // The next query after a quiet time finds a connection with its statements prepared, also where the disk is full.
    min: 1,
  });
  // An idle connection that the server closed is replaced at the next query, which reports an error if it cannot be.
  pool.on("error", () => {});
  // The same for one in use: its query or the next one reports the error. Without a listener it would end the process.
  pool.on("connect", (client) => {
    client.on("error", () => {});
    endWhenUseless(client, () => void dropIdle(pool));
    if (options.isTraced) traceQueries(client);
  });
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  return Object.assign(kysely, { pool });
}

/** Closes every connection; running queries finish first. */
export async function closeDatabase(db: Database): Promise<void> {
  await db.destroy();
  // Kysely ends no pool that it has not asked itself.
  if (!db.pool.ending) await db.pool.end();
}

/**
 * Closes the idle connections. If packets are lost these look healthy, and each would cost the next query its whole
 * timeout.
 */
export async function dropIdle(pool: pg.Pool): Promise<void> {
  const taken = await Promise.allSettled(Array.from({ length: pool.idleCount }, () => pool.connect()));
  for (const one of taken) if (one.status === "fulfilled") one.value.release(true);
}

/**
 * Closes a connection that is no longer usable. Its next user would wait behind a query that nobody waits for any more,
 * or be told again that the server is read-only.
 */
function endWhenUseless(client: pg.PoolClient, onUseless: () => void): void {
  const query = client.query.bind(client) as (...input: unknown[]) => unknown;
  const end = (client as unknown as pg.Client).end.bind(client);
  const look = (error: Error) => {
    if (!isOverdue(error) && !isReadOnly(error)) return;
    void end().catch(() => {});
    onUseless();
  };
  client.query = ((...input: unknown[]) => {
    const answer = query(...input);
    if (answer instanceof Promise) answer.catch(look);
    return answer;
  }) as typeof client.query;
}

function isReadOnly(error: Error): boolean {
  return (error as { code?: string }).code === READ_ONLY;
}

/** True for the error of a query that got no answer in time: whether it took effect is unknown. */
function isOverdue(error: Error): boolean {
  return error.message === "Query read timeout";
}
