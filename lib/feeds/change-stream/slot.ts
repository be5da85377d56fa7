import pg from "pg";
import { soleRow } from "@/lib/db/sole-row";
import { readLsn } from "@/lib/feeds/change-stream/to-event";
import type { DbChangeStream } from "@/lib/nouns/sources/db-change-stream-schemas";

const { escapeIdentifier, escapeLiteral } = pg;

export type Slot = { isActive: boolean; isLost: boolean };

export async function findSlot(client: pg.Client, name: string): Promise<Slot | null> {
  const { rows } = await client.query<Slot>(
    `select active as "isActive", coalesce(wal_status = 'lost', false) as "isLost" from pg_replication_slots where slot_name = ${escapeLiteral(name)}`,
  );
  return rows[0] ?? null;
}

/** How far the slot's reader has confirmed the server's log. */
export async function readConfirmed(client: pg.Client, name: string): Promise<bigint> {
  const { rows } = await client.query<{ lsn: string | null }>(
    `select confirmed_flush_lsn as lsn from pg_replication_slots where slot_name = ${escapeLiteral(name)}`,
  );
  return readLsn(rows[0]?.lsn ?? "0/0");
}

/** What is still to be read behind the slot, in bytes of the server's log. */
export async function readSlotLag(client: pg.Client, name: string): Promise<number | null> {
  const { rows } = await client.query<{ lag: string | null }>(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), confirmed_flush_lsn)::text as lag from pg_replication_slots
     where slot_name = ${escapeLiteral(name)}`,
  );
  const lag = rows[0]?.lag ?? null;
  return lag === null ? null : Number(lag);
}

/** What the server has room for, and how much of it is taken. */
export async function readSlotRoom(client: pg.Client): Promise<{ used: number; most: number }> {
  const { rows } = await client.query<{ used: number; most: number }>(
    `select (select count(*) from pg_replication_slots)::int as used,
       current_setting('max_replication_slots')::int as most`,
  );
  return soleRow(rows);
}

/** Drops the slot, ending whoever reads it: that can only be a copy of ours which is dead or on its way out. */
export async function dropSlot(client: pg.Client, name: string): Promise<void> {
  const literal = escapeLiteral(name);
  await client.query(
    `select pg_terminate_backend(active_pid) from pg_replication_slots where slot_name = ${literal} and active`,
  );
  await client.query(
    `select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = ${literal}`,
  );
}

export async function dropPublication(client: pg.Client, name: string): Promise<void> {
  await client.query(`drop publication if exists ${escapeIdentifier(name)}`);
}

/** The publication to follow: the one that is named, or one of the named tables, made or brought up to date. */
export async function ensurePublication(client: pg.Client, settings: DbChangeStream, own: string): Promise<string> {
  const { publication, tables, operations } = settings;
  if (publication !== null) return publication;
  const list = tables.map(quoteTable).join(", ");
  // Rows of a partitioned table are its own, not its partitions'.
  const options = `publish = '${operations.join(", ")}', publish_via_partition_root = true`;
  const name = escapeIdentifier(own);
  if (await hasPublication(client, own)) {
    await client.query(`alter publication ${name} set table ${list}`);
    await client.query(`alter publication ${name} set (${options})`);
  } else {
    await client.query(`create publication ${name} for table ${list} with (${options})`);
  }
  return own;
}

export async function hasPublication(client: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query(`select 1 from pg_publication where pubname = ${escapeLiteral(name)}`);
  return (rowCount ?? 0) > 0;
}

/** `schema.table` as it stands in a statement. */
export function quoteTable(table: string): string {
  return table.split(".").map(escapeIdentifier).join(".");
}

/** Makes the slot; with a snapshot the answer names it, and it lasts as long as nothing else is asked on this connection. */
export async function createSlot(
  replication: pg.Client,
  name: string,
  withSnapshot: boolean,
): Promise<{ lsn: string; snapshot: string | null }> {
  const { rows } = await replication.query<{ consistent_point: string; snapshot_name: string | null }>(
    `CREATE_REPLICATION_SLOT ${escapeIdentifier(name)} LOGICAL pgoutput ${withSnapshot ? "EXPORT_SNAPSHOT" : "NOEXPORT_SNAPSHOT"}`,
  );
  const { consistent_point, snapshot_name } = soleRow(rows);
  return { lsn: consistent_point, snapshot: snapshot_name };
}
