import { type Kysely, sql } from "kysely";
import type { DB } from "@/lib/db/generated";
import { amongIds } from "@/lib/db/id-range";
import { OUTCOME_COLUMNS, refuseResend } from "@/lib/deliveries/decide-resend";
import { askTransaction, findLines, joinLines, tryLockLines } from "@/lib/deliveries/ordering";
import { readRetention } from "@/lib/projects/retention";

/** What became of each delivery. Those in neither list are held by somebody at this very moment: ask again for them. */
export type Resent = { resent: string[]; skipped: { id: string; reason: string }[] };

type Row = {
  id: string;
  status: string;
  num_trials: number;
  event_id: string;
  created_at: Date;
  device_id: string | null;
  /** Of the endpoint or the device; name and status are null when that was deleted. */
  destination_id: string;
  destination_name: string | null;
  destination_status: string | null;
  lane_id: string;
};

type Options = { force: boolean; description: string };

/**
 * Resends deliveries by the rules of resending one, all in the caller's transaction. Takes only locks that are free, so
 * that it waits for nobody and nobody can wait for it in a circle.
 */
export async function resendMany(
  trx: Kysely<DB>,
  projectId: string,
  ids: readonly string[],
  options: Options,
): Promise<Resent> {
  if (ids.length === 0) return { resent: [], skipped: [] };
  const ask = askTransaction(trx);
  const lines = await findLines(ask, projectId, ids);
  const inUse = await tryLockLines(ask, lines);
  const { leased, held } = await lockQueuedRows(
    trx,
    projectId,
    ids.filter((id) => !inUse.has(id)),
  );
  for (const id of inUse) held.add(id);
  const free = ids.filter((id) => !leased.has(id) && !held.has(id));
  const rows = await lockDeliveries(trx, projectId, free);
  const found = new Set(rows.map((row) => row.id));
  const gone = await findGone(
    trx,
    projectId,
    free.filter((id) => !found.has(id)),
  );

  const skipped = [
    ...[...leased].map((id) => ({ id, reason: "It was being attempted right then." })),
    ...gone.map((id) => ({ id, reason: "The delivery is gone." })),
  ];
  const isPast = await readRetention(trx, projectId);
  const wanted: Row[] = [];
  for (const row of rows) {
    const { destination_name, destination_status } = row;
    const destination =
      destination_status === null ? null : { name: destination_name ?? "", status: destination_status };
    const reason = refuseResend(row, destination, {
      force: options.force,
      hint: "Set force to send it once more.",
      isPast: isPast([row.id, row.event_id]),
    });
    if (reason === null) wanted.push(row);
    else skipped.push({ id: row.id, reason });
  }
  const resent = await requeueAll(trx, { projectId, rows: wanted, description: options.description });
  const isResent = new Set(resent);
  await joinLines(
    ask,
    lines.filter(({ deliveryId }) => isResent.has(deliveryId)),
    "resent",
  );
  return { resent, skipped };
}

/** Locks the queue rows that are free: before the deliveries' own rows, which is the order in which workers settle. */
async function lockQueuedRows(trx: Kysely<DB>, projectId: string, ids: readonly string[]) {
  const isLeased = sql<boolean>`(lease is not null and due_at > now())`;
  const queued = trx
    .selectFrom("delivery_queue")
    .where("project_id", "=", projectId)
    .where(amongIds("delivery_id", ids));
  const locked = await queued
    .select("delivery_id")
    .where(sql<boolean>`not ${isLeased}`)
    .orderBy("delivery_id")
    .forUpdate()
    .skipLocked()
    .execute();
  const mine = new Set(locked.map((row) => row.delivery_id));
  const all = await queued.select(["delivery_id", isLeased.as("is_leased")]).execute();
  const others = all.filter((row) => !mine.has(row.delivery_id));
  return {
    leased: new Set(others.filter((row) => row.is_leased).map((row) => row.delivery_id)),
    held: new Set(others.filter((row) => !row.is_leased).map((row) => row.delivery_id)),
  };
}

/** With their endpoints or devices, which are absent when they were deleted, and the lane of a subscription that has one. */
async function lockDeliveries(trx: Kysely<DB>, projectId: string, ids: readonly string[]): Promise<Row[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Row>`
    select d.id, d.status, d.num_trials, d.event_id, d.created_at, d.device_id,
      coalesce(d.endpoint_id, d.device_id) as destination_id, coalesce(e.name, v.host_name) as destination_name,
      coalesce(e.status, case v.is_disabled when true then 'inactive' when false then 'active' end) as destination_status,
      coalesce(s.id, d.endpoint_id, d.device_id) as lane_id
    from event_deliveries d
    left join endpoints e on e.project_id = d.project_id and e.id = d.endpoint_id and e.deleted_at is null
    left join devices v on v.project_id = d.project_id and v.id = d.device_id and v.deleted_at is null
    left join subscriptions s on s.project_id = d.project_id and s.id = d.subscription_id and s.deleted_at is null
      and s.rate_limit_config is not null
    where d.project_id = ${projectId} and ${amongIds("d.id", ids)}
    order by d.id for update of d skip locked`.execute(trx);
  return rows;
}

async function findGone(trx: Kysely<DB>, projectId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await trx
    .selectFrom("event_deliveries")
    .select("id")
    .where("project_id", "=", projectId)
    .where(amongIds("id", ids))
    .execute();
  const there = new Set(rows.map((row) => row.id));
  return ids.filter((id) => !there.has(id));
}

/** One statement: the queue rows, the states, and the outcomes taken back. One that a worker took meanwhile stays out. */
async function requeueAll(
  trx: Kysely<DB>,
  { projectId, rows, description }: { projectId: string; rows: readonly Row[]; description: string },
): Promise<string[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const outcome = (column: string) => rows.map((row) => (OUTCOME_COLUMNS[row.status] === column ? -1 : 0));
  const { rows: written } = await sql<{ id: string }>`
    with item as materialized (
      select * from unnest(
        ${ids}::uuid[], ${rows.map((row) => row.lane_id)}::uuid[], ${rows.map((row) => row.destination_id)}::uuid[],
        ${rows.map((row) => row.event_id)}::uuid[], ${rows.map((row) => row.num_trials)}::int[],
        ${rows.map((row) => row.created_at)}::timestamptz[], ${outcome("succeeded")}::int[], ${outcome("failed")}::int[],
        ${outcome("discarded")}::int[]
      ) as i(id, lane_id, endpoint_id, event_id, num_trials, created_at, succeeded, failed, discarded)
    ), queued as (
      insert into delivery_queue (project_id, delivery_id, kind, lane_id, endpoint_id, event_id, due_at, num_trials, budget_from)
      select ${projectId}::uuid, id, 'delivery', lane_id, endpoint_id, event_id, now(), num_trials, num_trials from item
      on conflict (project_id, delivery_id) do update
      set due_at = now(), lease = null, num_trials = excluded.num_trials, budget_from = excluded.budget_from
      where delivery_queue.lease is null or delivery_queue.due_at <= now()
      returning delivery_id as id
    ), updated as (
      update event_deliveries d
      set status = 'Scheduled', dead = null, description = ${description}, next_send_time = now(), updated_at = now()
      from queued
      where d.project_id = ${projectId} and d.id = queued.id and ${amongIds("d.id", ids)}
    ), counted as (
      insert into endpoint_stat_deltas (project_id, endpoint_id, hour, succeeded, failed, discarded)
      select ${projectId}::uuid, endpoint_id, date_trunc('hour', created_at), sum(succeeded), sum(failed), sum(discarded)
      from item join queued using (id)
      where succeeded + failed + discarded <> 0 group by 2, 3
    )
    select id from queued`.execute(trx);
  if (written.length > 0) await sql`select pg_notify('hookyard_work', '')`.execute(trx);
  return written.map((row) => row.id);
}
