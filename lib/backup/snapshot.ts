import type pg from "pg";
import { openConnection } from "@/lib/db/connection";
import { RETENTION_LOCK } from "@/lib/db/retention-lock";
import { soleRow } from "@/lib/db/sole-row";

/** A view of the database at one instant. */
export type Snapshot = {
  /** Its own transaction, for the catalog: it must lock no table for long. */
  client: pg.ClientBase;
  /** Begins a transaction with the same view on the one other connection; the caller commits it. */
  begin(): Promise<pg.ClientBase>;
  close(): Promise<void>;
};

/** A long copy is no hanging statement; COPY's text must not depend on the server's settings. */
const SETTINGS = {
  statement_timeout: 0,
  idle_in_transaction_session_timeout: 0,
  lock_timeout: 0,
  timezone: "UTC",
  datestyle: "ISO",
  intervalstyle: "postgres",
  extra_float_digits: 1,
  bytea_output: "hex",
};

/** The settings of a connection that reads or writes COPY's text. */
export const COPY_OPTIONS = Object.entries(SETTINGS)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(" ");

/**
 * Opens a view of the database that stays as it is until `close`. Each table is read in a transaction of its own, so
 * that none is locked for longer than its own reading: a day can be made meanwhile.
 */
export async function openSnapshot(url: string, note: (line: string) => void): Promise<Snapshot> {
  const options = { application_name: "hookyard backup", options: COPY_OPTIONS, keepAlive: true };
  const keeper = await openConnection(url, options);
  const reader = await openConnection(url, options).catch(async (error) => {
    await keeper.end();
    throw error;
  });
  const close = async () => {
    await reader.end();
    await keeper.end();
  };
  try {
    await holdRetention(keeper, note);
    await keeper.query("begin isolation level repeatable read read only");
    const { rows } = await keeper.query<{ id: string }>("select pg_export_snapshot() as id");
    const { id } = soleRow(rows);
    return {
      client: keeper,
      async begin() {
        await reader.query("begin isolation level repeatable read read only");
        await reader.query(`set transaction snapshot '${id}'`);
        return reader;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Taken before the view, so that nothing is truncated under it. It ends with the connection. */
async function holdRetention(client: pg.ClientBase, note: (line: string) => void): Promise<void> {
  const { rows } = await client.query<{ held: boolean }>("select pg_try_advisory_lock($1) as held", [RETENTION_LOCK]);
  if (soleRow(rows).held) return;
  note("Waiting for retention, which removes a day at present.");
  await client.query("select pg_advisory_lock($1)", [RETENTION_LOCK]);
}
