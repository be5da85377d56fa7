import { execFile } from "node:child_process";
import { statfs } from "node:fs/promises";
import { promisify } from "node:util";
import { fillInBulk } from "@/bench/lists/bulk";
import { fillTraffic } from "@/bench/lists/fill";
import { makeWorld } from "@/bench/lists/world";
import type { Stage } from "@/bench/stage";
import { openConnection } from "@/lib/db/connection";

/** Fewer than a project keeps, so that nothing of it is removed meanwhile. */
const DAYS = 20;
/** The disk space of a delivery with its event, attempt and indexes; and the write-ahead log besides all of them. */
const BYTES_EACH = 2_600;
const LOG_BYTES = 4 * 2 ** 30;

/** The size of the filled tables. */
export type Filling = { seconds: number; gigabytes: number; rows: Record<string, number>; since: string };

/** Fills the stage's own project with this many past deliveries, their events and attempts. */
export async function fillStage(
  { copy, project }: Pick<Stage, "copy" | "project">,
  deliveries: number,
  say: (line: string) => void,
): Promise<Filling> {
  await checkSpace(copy.dataDir, deliveries);
  const began = performance.now();
  const url = copy.databaseUrl();
  const world = await makeWorld(project.client, project.projectID);
  await withoutUpkeep(url, () =>
    fillInBulk(url, (client) => fillTraffic(client, world, { days: DAYS, deliveries, attempts: 1 }, say)),
  );
  const seconds = Math.round((performance.now() - began) / 1_000);
  return { seconds, ...(await measureTables(url)), since: new Date().toISOString() };
}

async function checkSpace(folder: string, deliveries: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const needed = deliveries * BYTES_EACH + LOG_BYTES;
  if (bavail * bsize >= needed) return;
  const inGigabytes = (bytes: number) => Math.round(bytes / 1e9);
  throw new Error(
    `${deliveries} deliveries need ${inGigabytes(needed)} GB on the disk of ${folder}, which has ${inGigabytes(bavail * bsize)}: give fewer --rows.`,
  );
}

/** Suspends maintenance; at the end everything is on disk. */
async function withoutUpkeep(url: string, work: () => Promise<void>): Promise<void> {
  const client = await openConnection(url);
  try {
    await client.query("alter system set autovacuum = off");
    await client.query("select pg_reload_conf()");
    await work();
    await client.query("alter system reset all");
    await client.query("select pg_reload_conf()");
    await client.query("checkpoint");
    // Other writes must not wait behind it.
    await promisify(execFile)("sync");
  } finally {
    await client.end();
  }
}

const TABLES = ["events", "event_deliveries", "delivery_attempts", "delivery_queue"];

async function measureTables(url: string): Promise<Pick<Filling, "gigabytes" | "rows">> {
  const client = await openConnection(url);
  try {
    const { rows } = await client.query<{ name: string; rows: string; bytes: string }>(
      `select name, sum(greatest(c.reltuples, 0))::bigint as rows, sum(pg_total_relation_size(c.oid))::bigint as bytes
       from unnest($1::text[]) as name
       cross join lateral (select relid from pg_partition_tree(name::regclass) where isleaf union select name::regclass) parts
       join pg_class c on c.oid = parts.relid where c.relkind = 'r' group by name`,
      [TABLES],
    );
    const bytes = rows.reduce((sum, row) => sum + Number(row.bytes), 0);
    return {
      gigabytes: Math.round(bytes / 1e8) / 10,
      rows: Object.fromEntries(rows.map((row) => [row.name, Number(row.rows)])),
    };
  } finally {
    await client.end();
  }
}
