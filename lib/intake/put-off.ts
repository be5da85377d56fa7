import type pg from "pg";
import { plainArray, textArray } from "@/lib/db/array-literal";

/** A function could not run now, through no fault of the event. `reason` is a sentence for the operator. */
export type Later = {
  kind: "later";
  reason: string;
  /** Other events made the function overrun again and again. */
  isSuspended: boolean;
};

/** An event that stays in the inbox and is routed again. `deferrals` counts the earlier times. */
export type PutOff = Omit<Later, "kind"> & { projectId: string; id: string; deferrals: number };

const FIRST_PAUSE_SECONDS = 5;
const LONGEST_PAUSE_SECONDS = 300;
/** A function that loops runs only now and then, while all its events wait: the more wait, the less often it runs. */
const LONGEST_SUSPENDED_SECONDS = 3_600;
/**
 * From this many times on the event says why it is still Pending: half a minute is not worth reporting, and costs each
 * event a write.
 */
const TOLD_FROM = 3;
/**
 * How long an event waits after another deferral: 5 seconds, then twice as long each time, up to 5 minutes, or an hour
 * for a suspended function.
 */
export function pauseSeconds({ deferrals, isSuspended }: Pick<PutOff, "deferrals" | "isSuspended">): number {
  const longest = isSuspended ? LONGEST_SUSPENDED_SECONDS : LONGEST_PAUSE_SECONDS;
  return Math.min(FIRST_PAUSE_SECONDS * 2 ** Math.min(deferrals, 30), longest);
}

/** The reason that the event shows meanwhile; null after only a few deferrals. */
export function describePutOff({ deferrals, reason }: Pick<PutOff, "deferrals" | "reason">): string | null {
  const times = deferrals + 1;
  return times < TOLD_FROM ? null : `Not routed yet after ${times} deferrals; it is routed again. ${reason}`;
}

const PUT_OFF = `
with late as materialized (
  select * from unnest($2::uuid[], $3::uuid[], $4::float8[], $5::text[]) as l(project_id, id, pause, reason)
), put_off as (
  update routing_queue q
  set lease = null, deferrals = q.deferrals + 1,
    due_at = now() + make_interval(secs => l.pause * (0.9 + 0.2 * random()))
  from late l
  where q.lease = $1::uuid and q.project_id = l.project_id and q.event_id = l.id
    and q.project_id = any($2::uuid[]) and q.event_id = any($3::uuid[])
  returning q.project_id, q.event_id, l.reason
)
update events e set status_reason = p.reason, updated_at = now()
from put_off p
where e.project_id = p.project_id and e.id = p.event_id and e.status = 'Pending' and p.reason is not null
  and e.project_id = any($2::uuid[]) and e.id = any($3::uuid[])`;

/** Returns events that this worker still leases to the inbox, due after growing pauses, ±10 %. */
export async function putOff(pool: pg.Pool, workerId: string, events: readonly PutOff[]): Promise<void> {
  if (events.length === 0) return;
  await pool.query({
    name: "put_off",
    text: PUT_OFF,
    values: [
      workerId,
      plainArray(events.map((event) => event.projectId)),
      plainArray(events.map((event) => event.id)),
      plainArray(events.map((event) => String(pauseSeconds(event)))),
      textArray(events.map(describePutOff)),
    ],
  });
}
