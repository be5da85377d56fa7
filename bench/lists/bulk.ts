import type pg from "pg";
import { openConnection } from "@/lib/db/connection";
import { ensurePartitions } from "@/lib/db/partitions";

const DAY_MS = 86_400_000;

/** A UUIDv7 of that time; the same for the same time and text. */
const MAKE_ID = `
create function pg_temp.id_at(at timestamptz, salt text) returns uuid language sql immutable as $$
  select left(lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0')
    || overlay(overlay(md5(salt) placing '7' from 1) placing 'a' from 5), 32)::uuid
$$`;

const FILLED = ["events", "event_deliveries", "delivery_queue", "meta_events", "alerts", "audit_log"];

/**
 * Runs `work` on a connection for filling tables, which meanwhile have no index except their keys: rebuilding the
 * others is cheaper than maintaining them.
 */
export async function fillInBulk(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const options = "-c synchronous_commit=off -c work_mem=64MB -c maintenance_work_mem=128MB";
  const client = await openConnection(url, { options });
  try {
    await client.query(`${MAKE_ID}; select setseed(0.42)`);
    const { rows } = await client.query<{ name: string; definition: string }>(
      `select i.indexrelid::regclass as name, replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') as definition
       from pg_index i where i.indrelid = any($1::regclass[]) and not i.indisunique`,
      [FILLED],
    );
    for (const { name } of rows) await client.query(`drop index ${name}`);
    await work(client);
    for (const { definition } of rows) await client.query(definition);
    // Leaves the tables as autovacuum does when they are no longer written to.
    await client.query("vacuum analyze");
  } finally {
    await client.end();
  }
}

/** Creates partitions for this many whole days and the present one; returns their start and their length until now. */
export async function makeDays(client: pg.Client, days: number): Promise<{ start: Date; seconds: number }> {
  const now = Date.now();
  const start = new Date(Math.floor(now / DAY_MS) * DAY_MS - days * DAY_MS);
  await ensurePartitions(client, new Date(start.getTime() + DAY_MS), { daysAhead: days });
  return { start, seconds: Math.floor((now - start.getTime()) / 1_000) };
}
