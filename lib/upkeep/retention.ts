import type pg from "pg";
import { ensurePartitions, PARTITIONED_TABLES } from "@/lib/db/partitions";
import { RETENTION_LOCK } from "@/lib/db/retention-lock";
import { soleRow } from "@/lib/db/sole-row";
import type { Logger } from "@/lib/kernel/log";
import { count } from "@/lib/metrics/meter";
import { keptFrom } from "@/lib/nouns/project-settings/retention";
import { exportDay } from "@/lib/upkeep/export-day";
import type { ExportPlace } from "@/lib/upkeep/export-places/place";
import { dropEmptyPartitions, type Leaving, removeDay } from "@/lib/upkeep/remove-day";
import { type DayRange, readWaiting, toDayRange, type Waiting } from "@/lib/upkeep/waiting";

const DAY_MS = 86_400_000;
/**
 * How long a day stays after it has expired, and after the retention was changed. Nothing of an expired day can be
 * resent, so by then everything of it that will ever wait does.
 */
const GRACE_MS = 3_600_000;

/** A shard, whose id is "" where it is the whole database. */
export type ShardPool = {
  readonly id: string;
  readonly pool: pg.Pool;
  /** What a table is called in it, if it is one of several. A table that was made seconds ago has no other name yet. */
  nameOf?(table: string): string;
};

export type RetentionParts = {
  /** The pool of the whole database, where days are made and dropped. */
  pool: pg.Pool;
  /** Its shards, where the rows of days are; on one server, the database itself. */
  shards: readonly ShardPool[];
  log: Logger;
  /** Where days are exported to before their removal: all of them must have a day. None: days are only removed. */
  exportPlaces: readonly ExportPlace[];
  now(): Date;
};

/**
 * Creates the coming days and removes days past their project's retention, the oldest first. For each project it finds
 * what still waits, exports the rest if requested, and removes it; days that are empty then are dropped. One copy at a
 * time does this, for as long as its connection has the lock. Every step is repeatable, so a copy may die at any of
 * them.
 */
export async function keepDays(parts: RetentionParts, isStopping: () => boolean): Promise<void> {
  const client = await parts.pool.connect();
  let broken = true;
  try {
    const { rows } = await client.query<{ leads: boolean }>("select pg_try_advisory_lock($1) as leads", [
      RETENTION_LOCK,
    ]);
    if (soleRow(rows).leads) {
      await makeDays(client, parts);
      const failed = await removeInEachShard(client, parts, isStopping);
      await dropPastDays(client, parts, isStopping);
      if (failed.length > 0) throw failed[0];
      await client.query("select pg_advisory_unlock($1)", [RETENTION_LOCK]);
    }
    broken = false;
  } finally {
    client.release(broken);
  }
}

/** Returns what failed: that keeps no other shard's days, and nothing that is empty already. */
async function removeInEachShard(
  client: pg.PoolClient,
  parts: RetentionParts,
  isStopping: () => boolean,
): Promise<unknown[]> {
  const failed: unknown[] = [];
  for (const { pool } of parts.shards) {
    try {
      await withClient(pool === parts.pool ? client : pool, (own) => removePastDays(own, parts, isStopping));
    } catch (error) {
      failed.push(error);
    }
  }
  return failed;
}

/** A small pool may have no other connection than the one at hand. */
async function withClient(at: pg.Pool | pg.PoolClient, work: (client: pg.ClientBase) => Promise<void>): Promise<void> {
  if ("release" in at) return work(at);
  const client = await at.connect();
  let broken = true;
  try {
    await work(client);
    broken = false;
  } finally {
    client.release(broken);
  }
}

/** Enough days exist ahead to create one another time, when a long query is over. */
async function makeDays(client: pg.ClientBase, { now, log }: RetentionParts): Promise<void> {
  try {
    await ensurePartitions(client, now(), { lockTimeoutMs: 100 });
  } catch (error) {
    log.warn({ err: error }, "a partition for a day to come could not be made; trying again");
  }
}

async function removePastDays(client: pg.ClientBase, parts: RetentionParts, isStopping: () => boolean): Promise<void> {
  const oldestKept = await readOldestKept(client, parts.now());
  for (const startMs of await findDays(client, startOfYesterday(parts.now()))) {
    if (isStopping()) return;
    const past = [...oldestKept].filter(([, at]) => at !== null && startMs < at).map(([id]) => id);
    await removePastDay(client, parts, { range: toDayRange(startMs), past }, isStopping);
  }
}

async function removePastDay(
  client: pg.ClientBase,
  parts: RetentionParts,
  { range, past }: { range: DayRange; past: readonly string[] },
  isStopping: () => boolean,
): Promise<void> {
  const leaving = await makeReady(client, parts, { range, past }, isStopping);
  if (leaving === null) return;
  const { log } = parts;
  if (leaving.length > 0 && !(await removeDay(client, range, leaving, isStopping))) {
    log.warn({ day: range.day }, "a day past its retention is in long use, so it stays for now");
    return;
  }
  if (leaving.length > 0) count("hookyard_days_removed_total", null);
}

async function dropPastDays(
  client: pg.ClientBase,
  { now, log }: RetentionParts,
  isStopping: () => boolean,
): Promise<void> {
  for (const startMs of await findDays(client, startOfYesterday(now()))) {
    if (isStopping()) return;
    const range = toDayRange(startMs);
    if ((await dropEmptyPartitions(client, range)) > 0)
      log.info({ day: range.day }, "dropped a day past its retention");
  }
}

/** What alert rules look at. */
const NOTE_FAILURE = `
insert into export_failures (project_id, day, error) values ($1, $2, $3)
on conflict (project_id, day) do update set error = excluded.error, failed_at = now()`;
const NO_FAILURE = "delete from export_failures where project_id = $1 and day = $2";

type ExportFailure = { projectId: string; day: string; error: Error };

/** Where even that cannot be written, as on a full disk, the days of other projects are still looked at. */
async function noteFailure(
  client: pg.ClientBase,
  log: Logger,
  { projectId, day, error }: ExportFailure,
): Promise<void> {
  try {
    await client.query(NOTE_FAILURE, [projectId, day, error.message]);
  } catch (failure) {
    log.error({ err: failure, project: projectId, day }, "that a day could not be exported could not be noted");
  }
}

/** Finds what of a day leaves, exported where that is wanted; null if this copy stops meanwhile. */
async function makeReady(
  client: pg.ClientBase,
  { exportPlaces, log }: RetentionParts,
  { range, past }: { range: DayRange; past: readonly string[] },
  isStopping: () => boolean,
): Promise<Leaving[] | null> {
  const leaving: Leaving[] = [];
  for (const projectId of await withRows(client, past, range)) {
    if (isStopping()) return null;
    const spared = await readWaiting(client, projectId, range);
    if (!spared) {
      log.warn({ project: projectId, day: range.day }, "a day past its retention stays: too much of it still waits");
      continue;
    }
    if (!(await hasMore(client, projectId, range, spared))) continue;
    try {
      const wanted = { projectId, range, leftOut: spared };
      const exported = exportPlaces.length > 0 ? await exportDay(client, exportPlaces, wanted) : null;
      if (exported) count("hookyard_days_exported_total", null);
      await client.query(NO_FAILURE, [projectId, range.day]);
      leaving.push({ projectId, spared, exported });
    } catch (error) {
      // A day that could not be exported stays, and is exported in the next round.
      log.error({ err: error, project: projectId, day: range.day }, "a day could not be exported, so it stays");
      await noteFailure(client, log, { projectId, day: range.day, error: error as Error });
    }
  }
  return leaving;
}

/**
 * Reads the start of the oldest day that each project keeps, by its id; null if it keeps all, or must not be asked yet.
 */
async function readOldestKept(client: pg.ClientBase, now: Date): Promise<Map<string, number | null>> {
  const { rows } = await client.query<{ id: string; retention: number; changed_at: Date | null }>(
    "select id, coalesce((settings->>'retention')::int, 0) as retention, retention_changed_at as changed_at from projects",
  );
  const settled = new Date(now.getTime() - GRACE_MS);
  return new Map(
    rows.map(({ id, retention, changed_at }) => [
      id,
      changed_at && changed_at > settled ? null : (keptFrom(retention, settled)?.getTime() ?? null),
    ]),
  );
}

/** Until then a copy with a slow clock may still write. */
function startOfYesterday(now: Date): number {
  return Math.floor(now.getTime() / DAY_MS - 1) * DAY_MS;
}

/** Finds the days before a time that have partitions, or rows in the default one, oldest first. */
async function findDays(client: pg.ClientBase, before: number): Promise<number[]> {
  const days = new Set<number>();
  const { rows } = await client.query<{ name: string }>(
    "select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = any($1::regclass[])",
    [PARTITIONED_TABLES],
  );
  for (const { name } of rows) {
    const [, day] = /_(\d{4}_\d{2}_\d{2})$/.exec(name) ?? [];
    if (day) days.add(Date.parse(day.replaceAll("_", "-")));
  }
  for (const table of PARTITIONED_TABLES) {
    const key = table === "delivery_attempts" ? "delivery_id" : "id";
    const strays = await client.query<{ day: number }>(
      `select distinct ('x' || translate(left(${key}::text, 13), '-', ''))::bit(48)::bigint / ${DAY_MS} as day from ${table}_default`,
    );
    for (const { day } of strays.rows) days.add(Number(day) * DAY_MS);
  }
  return [...days].filter((day) => day < before).sort((one, other) => one - other);
}

const ANY_ROW = `
  exists (select from events t where t.project_id = p and t.id >= $2::uuid and t.id < $3::uuid and t.id not in (select unnest($4::uuid[])))
  or exists (select from event_deliveries t where t.project_id = p and t.id >= $2::uuid and t.id < $3::uuid and t.id not in (select unnest($5::uuid[])))
  or exists (select from delivery_attempts t where t.project_id = p and t.delivery_id >= $2::uuid and t.delivery_id < $3::uuid
    and t.delivery_id not in (select unnest($5::uuid[])))
  or exists (select from meta_events t where t.project_id = p and t.id >= $2::uuid and t.id < $3::uuid and t.id not in (select unnest($6::uuid[])))`;

async function withRows(client: pg.ClientBase, projectIds: readonly string[], range: DayRange): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(`select p as id from unnest($1::uuid[]) p where ${ANY_ROW}`, [
    projectIds,
    range.from,
    range.until,
    [],
    [],
    [],
  ]);
  return rows.map((row) => row.id);
}

/** Whether a project has anything on a day besides what waits. */
async function hasMore(client: pg.ClientBase, projectId: string, range: DayRange, spared: Waiting): Promise<boolean> {
  const { rows } = await client.query(`select p from unnest($1::uuid[]) p where ${ANY_ROW}`, [
    [projectId],
    range.from,
    range.until,
    spared.events,
    spared.deliveries,
    spared.metaEvents,
  ]);
  return rows.length > 0;
}
