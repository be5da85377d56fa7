import type pg from "pg";
import { openConnection } from "@/lib/db/connection";
import { soleRow } from "@/lib/db/sole-row";
import { StartupError } from "@/lib/kernel/startup-error";

/** How often to check: other clients may take a session that was just released. */
const TRIALS = 5;

const REFUSAL =
  "DATABASE_URL leads to a pooler in transaction mode (PgBouncer: pool_mode = transaction). Hookyard needs sessions of its own: its workers hold locks in them, listen and prepare statements. Let DATABASE_URL lead to PostgreSQL itself, or to a pool with pool_mode = session.";

/** Throws a StartupError if a pooler in transaction mode is before the database. */
export async function refuseTransactionPooler(url: string): Promise<void> {
  if (await isTransactionPooler(url)) throw new StartupError(REFUSAL);
}

/**
 * Whether a pooler gives the transactions of one connection to any free server session: a session's locks, LISTEN and
 * settings would be lost, or another client's.
 */
export async function isTransactionPooler(url: string): Promise<boolean> {
  const [one, other] = [await connect(url), await connect(url)];
  try {
    for (let trial = 0; trial < TRIALS; trial++) {
      const before = await beginAt(one);
      await one.query("commit");
      // Another connection's transaction takes the released session, if sessions are released.
      await beginAt(other);
      const after = await beginAt(one);
      await Promise.all([one.query("commit"), other.query("commit")]);
      if (before !== after) return true;
    }
    return false;
  } finally {
    await Promise.all([one.end(), other.end()]);
  }
}

function connect(url: string): Promise<pg.Client> {
  return openConnection(url, { connectionTimeoutMillis: 10_000 });
}

/** Begins a transaction and returns the server session that it runs in. */
async function beginAt(client: pg.Client): Promise<number> {
  await client.query("begin");
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return soleRow(rows).pid;
}
