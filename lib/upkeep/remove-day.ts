import type pg from "pg";
import { partitionName } from "@/lib/db/partitions";
import { soleRow } from "@/lib/db/sole-row";
import { withBriefLocks } from "@/lib/upkeep/brief-lock";
import { DAY_TABLES } from "@/lib/upkeep/day-tables";
import type { ExportedPart } from "@/lib/upkeep/export-day";
import { type DayRange, joinWaiting, readWaiting, type Waiting } from "@/lib/upkeep/waiting";

/** A project whose rows of a day may be removed, except the spared ones, and their exported file, if there is one. */
export type Leaving = { projectId: string; spared: Waiting; exported: ExportedPart | null };

/** If more rows or bytes than this remain, a day's rows are deleted in batches instead of rewriting the rest. */
const MAX_REWRITTEN_ROWS = 10_000;
const MAX_REWRITTEN_BYTES = 16 * 1024 * 1024;
const DELETED_AT_ONCE = 2_000;

/**
 * Removes the given projects' rows of a day. If little remains, it is set aside, the day's partitions are truncated and
 * it is put back, in one short transaction that locks only this day: disk space is free at once. If much remains,
 * because other projects keep the day longer, rows are deleted in small batches. Days without a partition are in the
 * default one, where rows are always deleted. Returns false, having done nothing, if long queries use the day.
 */
export async function removeDay(
  client: pg.ClientBase,
  range: DayRange,
  leaving: readonly Leaving[],
  isStopping: () => boolean,
): Promise<boolean> {
  const partitions = await findPartitions(client, range);
  if (partitions && (await staysLittle(client, partitions, leaving))) {
    return withBriefLocks(client, () => rewrite(client, partitions, range, leaving));
  }
  await recordExports(client, range, leaving);
  for (const one of leaving) await deleteInBatches(client, range, one, isStopping);
  for (const { name } of partitions ?? []) await vacuum(client, name);
  return true;
}

/** Recorded with, or before, the removal: the next part begins behind them. */
async function recordExports(client: pg.ClientBase, { day }: DayRange, leaving: readonly Leaving[]): Promise<void> {
  for (const { projectId, exported } of leaving) {
    if (!exported) continue;
    await client.query(
      "insert into retention_exports (project_id, day, part, file, lines) values ($1, $2, $3, $4, $5)",
      [projectId, day, exported.part, exported.file, exported.lines],
    );
  }
}

/** Drops a day's empty partitions. Each is checked and dropped under its lock; one with rows stays. */
export async function dropEmptyPartitions(client: pg.ClientBase, range: DayRange): Promise<number> {
  let dropped = 0;
  for (const { table } of DAY_TABLES) {
    const name = partitionName(table, new Date(range.day));
    if (!(await exists(client, name)) || (await hasRows(client, name))) continue;
    const hadLocks = await withBriefLocks(client, async () => {
      // Locks the parent first, as every statement that reads or writes a partition does.
      await client.query(`lock table only ${table} in access exclusive mode`);
      await client.query(`lock table ${name} in access exclusive mode`);
      if (await hasRows(client, name)) return;
      await client.query(`drop table ${name}`);
      dropped += 1;
    });
    if (!hadLocks) break;
  }
  return dropped;
}

type Partition = (typeof DAY_TABLES)[number] & { name: string };

async function findPartitions(client: pg.ClientBase, range: DayRange): Promise<Partition[] | null> {
  const partitions = DAY_TABLES.map((one) => ({ ...one, name: partitionName(one.table, new Date(range.day)) }));
  for (const { name } of partitions) if (!(await exists(client, name))) return null;
  return partitions;
}

async function exists(client: pg.ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>("select to_regclass($1) is not null as found", [name]);
  return soleRow(rows).found;
}

async function hasRows(client: pg.ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(`select exists (select 1 from ${name}) as found`);
  return soleRow(rows).found;
}

/** Finds the projects with rows in a partition by skipping from one to the next in the key. */
async function projectsOf(client: pg.ClientBase, name: string): Promise<string[]> {
  const { rows } = await client.query<{ project_id: string }>(`
    with recursive p as (
      (select project_id from ${name} order by project_id limit 1)
      union all
      select (select t.project_id from ${name} t where t.project_id > p.project_id order by t.project_id limit 1)
      from p where p.project_id is not null
    ) select project_id from p where project_id is not null`);
  return rows.map((row) => row.project_id);
}

/** Selects what remains in a partition: the rows of other projects, and the spared rows of the given ones. */
function staying(leaving: readonly Leaving[], projects: readonly string[], { column, waiting }: Partition) {
  const gone = new Set(leaving.map((one) => one.projectId));
  return {
    condition: `(project_id = any($1::uuid[]) or (project_id = any($2::uuid[]) and ${column} = any($3::uuid[])))`,
    values: [
      projects.filter((id) => !gone.has(id)),
      leaving.map((one) => one.projectId),
      leaving.flatMap((one) => one.spared[waiting]),
    ],
  };
}

async function staysLittle(
  client: pg.ClientBase,
  partitions: readonly Partition[],
  leaving: readonly Leaving[],
): Promise<boolean> {
  let rowsLeft = MAX_REWRITTEN_ROWS;
  let bytesLeft = MAX_REWRITTEN_BYTES;
  for (const partition of partitions) {
    const { condition, values } = staying(leaving, await projectsOf(client, partition.name), partition);
    const { rows } = await client.query<{ rows: number; bytes: number }>(
      `select count(*) as rows, coalesce(sum(bytes), 0)::bigint as bytes from (
         select pg_column_size(t.*) as bytes from ${partition.name} t where ${condition} limit ${rowsLeft + 1}
       ) counted`,
      values,
    );
    const stays = soleRow(rows);
    rowsLeft -= stays.rows;
    bytesLeft -= stays.bytes;
    if (rowsLeft < 0 || bytesLeft < 0) return false;
  }
  return true;
}

/** Reads again under the locks what waits, so that nothing is removed that began to wait meanwhile. */
async function rewrite(
  client: pg.ClientBase,
  partitions: readonly Partition[],
  range: DayRange,
  leaving: readonly Leaving[],
): Promise<void> {
  for (const { name } of partitions) await client.query(`lock table ${name} in access exclusive mode`);
  await recordExports(client, range, leaving);
  const now: Leaving[] = [];
  for (const { projectId, spared, exported } of leaving) {
    const waiting = await readWaiting(client, projectId, range);
    if (!waiting) throw new Error("More began to wait in a day that is past than can have been resent.");
    now.push({ projectId, spared: joinWaiting(spared, waiting), exported });
  }
  for (const partition of partitions) {
    const { condition, values } = staying(now, await projectsOf(client, partition.name), partition);
    const kept = `kept_${partition.table}`;
    await client.query(`create temporary table ${kept} (like ${partition.name}) on commit drop`);
    await client.query(`insert into ${kept} select * from ${partition.name} where ${condition}`, values);
    await client.query(`truncate ${partition.name}`);
    // Also where nothing stays, it says whether the shard is still here (`hold-shard.ts`).
    await client.query(`insert into ${partition.name} select * from ${kept}`);
  }
}

async function deleteInBatches(
  client: pg.ClientBase,
  { from, until }: DayRange,
  { projectId, spared }: Leaving,
  isStopping: () => boolean,
): Promise<void> {
  for (const { table, column, waiting } of DAY_TABLES) {
    const waits = table === "events" ? QUEUED_EVENT : QUEUED.replace("%", column);
    for (let after = from; !isStopping(); ) {
      const { rows } = await client.query<{ rows: number; last: string | null }>(
        `with batch as (
           select ${column} as key from ${table}
           where project_id = $1 and ${column} >= $2::uuid and ${column} < $3::uuid
           order by ${column} limit ${DELETED_AT_ONCE}
         ), gone as (
           delete from ${table} t
           where t.project_id = $1 and t.${column} >= $2::uuid and t.${column} < $3::uuid
             and t.${column} in (select key from batch) and t.${column} not in (select unnest($4::uuid[])) and not ${waits}
         )
         select count(*) as rows, max(key::text) as last from batch`,
        [projectId, after, until, spared[waiting]],
      );
      const batch = soleRow(rows);
      if (batch.last === null || batch.rows < DELETED_AT_ONCE) break;
      // Continues from the last id, itself included: attempts of one delivery may be in two batches.
      after = after === batch.last ? nextId(after) : batch.last;
    }
  }
}

/** Vacuums a partition, so that later readers skip the deleted rows. Yields to everybody else. */
async function vacuum(client: pg.ClientBase, name: string): Promise<void> {
  await client.query("set statement_timeout = 0");
  await client.query("set vacuum_cost_delay = '2ms'");
  try {
    await client.query(`vacuum (skip_locked) ${name}`);
  } finally {
    await client.query("reset statement_timeout");
    await client.query("reset vacuum_cost_delay");
  }
}

const QUEUED = "exists (select from delivery_queue q where q.project_id = t.project_id and q.delivery_id = t.%)";
/** Waiting events are spared by their ids: the queue is not ordered by event. */
const QUEUED_EVENT = "exists (select from routing_queue q where q.project_id = t.project_id and q.event_id = t.id)";

function nextId(id: string): string {
  const next = (BigInt(`0x${id.replaceAll("-", "")}`) + 1n).toString(16).padStart(32, "0");
  return next.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
