import type pg from "pg";
import { openConnection } from "@/lib/db/connection";
import { soleRow } from "@/lib/db/sole-row";

/** A view of one server's database. */
export type View = {
  /** From `look` on in the view's own transaction. */
  readonly client: pg.ClientBase;
  /** Fixes the view at this instant. */
  look(): Promise<void>;
  /** Begins a transaction with the same view on the one other connection; the caller commits it. */
  begin(): Promise<pg.ClientBase>;
  close(): Promise<void>;
};

/** Where rows of tables are: a database on one server, or a shard. */
export type Source = {
  /** Begins a transaction on the server that has it, with the snapshot's view; the caller commits it. */
  begin(): Promise<pg.ClientBase>;
  /** What a table, or a partition of one, is called there. */
  nameOf(table: string): string;
};

/**
 * A view of the database: as it is at one instant, where it is spread over several servers as each of them is at one
 * instant. All that a project has is on one.
 */
export type Snapshot = {
  /** Its own transaction, for the catalog: it must lock no table for long. */
  readonly client: pg.ClientBase;
  readonly isSpread: boolean;
  /** Where the rows of a table are, all of them together. */
  sourcesOf(table: string): readonly Source[];
  /** Throws a StartupError if what was read is not all, since shards have moved meanwhile. */
  insistOnPlaces(): Promise<void>;
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
 * Connects to a server of which a view is to be had. Each table is read in a transaction of its own, so that none is
 * locked for longer than its own reading: a day can be made meanwhile.
 */
export async function openView(url: string): Promise<View> {
  const options = {
    application_name: "hookyard backup",
    options: COPY_OPTIONS,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  };
  const keeper = await openConnection(url, options);
  const reader = await openConnection(url, options).catch(async (error) => {
    await keeper.end();
    throw error;
  });
  let id = "";
  return {
    client: keeper,
    async look() {
      await keeper.query("begin isolation level repeatable read read only");
      const { rows } = await keeper.query<{ id: string }>("select pg_export_snapshot() as id");
      id = soleRow(rows).id;
    },
    async begin() {
      await reader.query("begin isolation level repeatable read read only");
      await reader.query(`set transaction snapshot '${id}'`);
      return reader;
    },
    async close() {
      await reader.end();
      await keeper.end();
    },
  };
}
