import { sql } from "kysely";
import type { ProjectContext } from "@/lib/db/context";
import { allOf } from "@/lib/db/id-range";
import { soleRow } from "@/lib/db/sole-row";
import { HOLDING } from "@/lib/kernel/held-statuses";
import { idTime, minIdAt } from "@/lib/kernel/ids";
import { counterRows, type Selected } from "@/lib/nouns/stats/counters";
import { minutesAreKept, STEP_MS } from "@/lib/nouns/stats/hours";
import type { Backlog, ReadBacklog } from "@/lib/nouns/stats/schemas";
import { toTimestamp } from "@/lib/wire/to-timestamp";

const RATE_MINUTES = 5;
const EVER = { start: null, end: null };

/**
 * Reads what waits, since when, and when nothing will wait any more if the rates of the last minutes stay. What is held
 * waits for its endpoint and for nothing else, and what is delayed for its time, so that no rate says when they end.
 */
export async function readBacklog(ctx: ProjectContext, { endpointId }: ReadBacklog): Promise<Backlog> {
  const now = ctx.clock.now();
  const selected = { projectId: ctx.projectId, endpointIds: endpointId };
  const { rows } = await sql<{ at: Date; waiting: number }>`
    select date_trunc('hour', at, 'UTC') as at, sum(deliveries - succeeded - failed - discarded)::bigint as waiting
    from ${counterRows({ ...selected, range: EVER })}
    group by 1 having sum(deliveries - succeeded - failed - discarded) <> 0 order by 1`.execute(ctx.db);
  const waiting = Math.max(
    0,
    rows.reduce((sum, row) => sum + row.waiting, 0),
  );
  const holding = await findHolding(ctx, endpointId);
  const held = Math.min(waiting, await countHeld(ctx, holding));
  const delayed = Math.min(waiting - held, await countDelayed(ctx, { endpointId, otherThan: holding }));
  const oldest = waiting === 0 ? undefined : rows.find((row) => row.waiting > 0)?.at;
  const rates = await readRates(ctx, { endpointIds: endpointId, otherThan: holding });
  return {
    at: now.toISOString(),
    waiting,
    held,
    delayed,
    oldest_waiting_at: toTimestamp(
      oldest && delayed < waiting ? await findOldest(ctx, { endpointId, hour: oldest }) : null,
    ),
    ...rates,
    empty_in_seconds: forecast(waiting - held - delayed, rates),
  };
}

type Rates = Pick<Backlog, "arrivals_per_minute" | "delivered_per_minute">;

function forecast(waiting: number, { arrivals_per_minute, delivered_per_minute }: Rates): number | null {
  const shrinks = delivered_per_minute - arrivals_per_minute;
  return waiting === 0 || shrinks <= 0 ? null : Math.ceil((waiting / shrinks) * 60);
}

/** The endpoints among these, or among all, that hold their deliveries. */
async function findHolding({ db, projectId }: ProjectContext, among: readonly string[]): Promise<string[]> {
  let query = db.selectFrom("endpoints").select("id").where("project_id", "=", projectId);
  if (among.length > 0) query = query.where("id", "in", among);
  const rows = await query.where("deleted_at", "is", null).where("status", "in", HOLDING).execute();
  return rows.map(({ id }) => id);
}

async function countHeld({ db, projectId }: ProjectContext, holding: readonly string[]): Promise<number> {
  if (holding.length === 0) return 0;
  const { rows } = await sql<{ held: number }>`
    select coalesce(sum(deliveries - succeeded - failed - discarded), 0)::bigint as held
    from ${counterRows({ projectId, range: EVER, endpointIds: holding })}`.execute(db);
  return soleRow(rows).held;
}

type Delayed = { endpointId: readonly string[]; otherThan: readonly string[] };

async function countDelayed({ db, projectId }: ProjectContext, { endpointId, otherThan }: Delayed): Promise<number> {
  const conditions = [
    sql<boolean>`q.project_id = ${projectId} and q.not_before > now()`,
    sql<boolean>`q.destination_id <> all(${otherThan}::uuid[])`,
  ];
  if (endpointId.length > 0) conditions.push(sql`q.destination_id = any(${endpointId}::uuid[])`);
  const { rows } = await sql<{ delayed: number }>`
    select count(*) as delayed from delivery_queue q where ${allOf(conditions)}`.execute(db);
  return soleRow(rows).delayed;
}

async function readRates({ db, projectId, clock }: ProjectContext, selected: Selected): Promise<Rates> {
  const end = new Date(Math.floor(clock.now().getTime() / STEP_MS.minute) * STEP_MS.minute);
  const range = { start: new Date(end.getTime() - RATE_MINUTES * STEP_MS.minute), end };
  const { rows } = await sql<{ made: number; delivered: number }>`
    select coalesce(sum(deliveries), 0)::bigint as made, coalesce(sum(attempts - attempts_failed), 0)::bigint as delivered
    from ${counterRows({ projectId, range, by: "minute", ...selected })}`.execute(db);
  const { made, delivered } = soleRow(rows);
  return { arrivals_per_minute: made / RATE_MINUTES, delivered_per_minute: delivered / RATE_MINUTES };
}

type At = { endpointId: readonly string[]; hour: Date };

/** When the oldest delivery was made that waits and is not delayed; the counters tell the hour of the oldest of all. */
async function findOldest(ctx: ProjectContext, at: At): Promise<Date> {
  const since = await findMinute(ctx, at);
  const conditions = [
    sql<boolean>`q.project_id = ${ctx.projectId}`,
    sql<boolean>`q.kind = 'delivery'`,
    sql<boolean>`(q.not_before is null or q.not_before <= now())`,
    sql<boolean>`q.delivery_id >= ${minIdAt(since)}::uuid`,
  ];
  if (at.endpointId.length > 0) conditions.push(sql`q.destination_id = any(${at.endpointId}::uuid[])`);
  const { rows } = await sql<{ id: string }>`
    select q.delivery_id as id from delivery_queue q
    where ${allOf(conditions)} order by q.delivery_id limit 1`.execute(ctx.db);
  return rows[0] ? idTime(rows[0].id) : since;
}

/** The first minute of an hour of which something waits; the hour itself if its minutes are no longer kept. */
async function findMinute({ db, projectId, clock }: ProjectContext, { endpointId, hour }: At): Promise<Date> {
  if (!minutesAreKept(hour, clock.now())) return hour;
  const range = { start: hour, end: new Date(hour.getTime() + STEP_MS.hour) };
  const { rows } = await sql<{ at: Date }>`
    select at from ${counterRows({ projectId, range, by: "minute", endpointIds: endpointId })}
    group by at having sum(deliveries - succeeded - failed - discarded) > 0 order by at limit 1`.execute(db);
  return rows[0]?.at ?? hour;
}
