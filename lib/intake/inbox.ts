import type pg from "pg";
import { jsonArray, plainArray, textArray } from "@/lib/db/array-literal";
import { type Condition, JUST_DUE } from "@/lib/db/look-out";
import type { EventTarget, IncomingEvent } from "@/lib/intake/recorder";
import type { Progress } from "@/lib/intake/route-event";
import { LEASE_SECONDS } from "@/lib/queue/lease";

/** An event of the inbox, leased to this worker. */
export type PendingEvent = {
  id: string;
  event: IncomingEvent;
  /** Endpoints and devices that have it, or are about to get it: a replay skips them. */
  reached: ReadonlySet<string>;
  /** How often it was deferred because a function could not run. */
  deferrals: number;
  /** How far it was routed before; null if it was not. */
  progress: Progress | null;
};

const TAKE = `
update routing_queue q set lease = $1::uuid, due_at = now() + interval '${LEASE_SECONDS} seconds'
where q.ctid = any(array(
  select ctid from routing_queue where due_at <= now() order by due_at limit $2::int for update skip locked
))
returning q.project_id, q.event_id, q.replay, q.deferrals, q.progress`;

/** An event of the inbox has just become due. */
export const HAS_PENDING: Condition = (nameOf) =>
  `exists (select from ${nameOf("routing_queue")} where due_at > now() - ${JUST_DUE} and due_at <= now())`;

const READ = `
select project_id, id, source_id, event_type, idempotency_key, target, headers, url_query_params, path, payload,
  deliver_at, external_id, tags
from events where project_id = any($1::uuid[]) and id = any($2::uuid[])`;

const READ_REACHED = `
select event_id, coalesce(endpoint_id, device_id) as destination from event_deliveries
where project_id = any($1::uuid[]) and event_id = any($2::uuid[]) and status in ('Success', 'Scheduled', 'Retry')`;

/** What deliveries take of their event. */
type Row = {
  project_id: string;
  id: string;
  source_id: string | null;
  event_type: string;
  idempotency_key: string | null;
  target: EventTarget | null;
  headers: Record<string, string>;
  url_query_params: string;
  path: string;
  payload: Buffer;
  deliver_at: Date | null;
  external_id: string | null;
  tags: string[] | null;
};

/** Leases up to `limit` due events of the inbox. */
export async function takePending(pool: pg.Pool, workerId: string, limit: number): Promise<PendingEvent[]> {
  const { rows: taken } = await pool.query<Taken>({ name: "take_pending", text: TAKE, values: [workerId, limit] });
  if (taken.length === 0) return [];
  const { rows } = await pool.query<Row>({ name: "read_pending", text: READ, values: keysOf(taken) });
  const reached = await readReached(
    pool,
    taken.filter((row) => row.replay === "missing"),
  );
  const known = new Map(taken.map((row) => [row.event_id, row]));
  return rows.map((row) => ({
    id: row.id,
    event: toIncomingEvent(row, known.get(row.id)?.replay != null),
    reached: reached.get(row.id) ?? new Set(),
    deferrals: known.get(row.id)?.deferrals ?? 0,
    progress: known.get(row.id)?.progress ?? null,
  }));
}

type Taken = {
  project_id: string;
  event_id: string;
  replay: string | null;
  deferrals: number;
  progress: Progress | null;
};

function keysOf(taken: readonly Taken[]): string[] {
  return [plainArray(taken.map((row) => row.project_id)), plainArray(taken.map((row) => row.event_id))];
}

async function readReached(pool: pg.Pool, taken: readonly Taken[]): Promise<Map<string, Set<string>>> {
  const reached = new Map<string, Set<string>>();
  if (taken.length === 0) return reached;
  const { rows } = await pool.query<{ event_id: string; destination: string }>({
    name: "read_reached",
    text: READ_REACHED,
    values: keysOf(taken),
  });
  for (const { event_id, destination } of rows) {
    const known = reached.get(event_id);
    if (known) known.add(destination);
    else reached.set(event_id, new Set([destination]));
  }
  return reached;
}

/** An event of this worker, and how far it was routed when this routing of it went on. */
export type Held = { readonly id: string; readonly before: Progress | null };

/**
 * A row `q` of the queue that its worker still leases, and that is as far as it was left. The lease alone does not tell:
 * once one lapses the same worker may take the event a second time, while its first routing goes on.
 */
const STILL_HELD = `q.lease = $1::uuid and q.event_id = any($2::uuid[]) and q.event_id = held.id
  and q.progress ->> 'after' is not distinct from held.after`;

function toHeld(workerId: string, events: readonly Held[]): [workerId: string, ids: string, afters: string] {
  return [
    workerId,
    plainArray(events.map(({ id }) => id)),
    textArray(events.map(({ before }) => before?.after ?? null)),
  ];
}

/** Removes events from the inbox that are still held, and returns them. Part of the routing transaction. */
export async function leaveInbox(
  client: pg.PoolClient,
  workerId: string,
  events: readonly Held[],
): Promise<Set<string>> {
  const { rows } = await client.query<{ event_id: string }>({
    name: "leave_inbox",
    text: `delete from routing_queue q using unnest($2::uuid[], $3::text[]) as held(id, after)
      where ${STILL_HELD} returning q.event_id`,
    values: toHeld(workerId, events),
  });
  return new Set(rows.map((row) => row.event_id));
}

/**
 * Notes how far events were routed that are still held and have more pages; returns them. Part of the transaction that
 * writes their pages.
 */
export async function noteProgress(
  client: pg.PoolClient,
  workerId: string,
  events: readonly (Held & { progress: Progress })[],
): Promise<Set<string>> {
  const { rows } = await client.query<{ event_id: string }>({
    name: "note_progress",
    text: `update routing_queue q set progress = held.progress::jsonb
      from unnest($2::uuid[], $3::text[], $4::text[]) as held(id, after, progress)
      where ${STILL_HELD} returning q.event_id`,
    values: [...toHeld(workerId, events), jsonArray(events.map(({ progress }) => progress))],
  });
  return new Set(rows.map((row) => row.event_id));
}

/** Renews the leases of this worker's events: on a busy machine their functions may take longer than one lease. */
export async function renewPending(pool: pg.Pool, workerId: string, ids: readonly string[]): Promise<void> {
  await pool.query({
    name: "renew_pending",
    text: `update routing_queue set due_at = now() + interval '${LEASE_SECONDS} seconds'
      where lease = $1::uuid and event_id = any($2::uuid[])`,
    values: [workerId, plainArray(ids)],
  });
}

/** Returns events to the inbox, due at once. */
export async function returnToInbox(pool: pg.Pool, workerId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await pool.query({
    name: "return_to_inbox",
    text: `update routing_queue set lease = null, due_at = now()
      where lease = $1::uuid and event_id = any($2::uuid[])`,
    values: [workerId, plainArray(ids)],
  });
}

/** A replay sends at once. */
function toIncomingEvent(row: Row, isReplay: boolean): IncomingEvent {
  return {
    projectId: row.project_id,
    sourceId: row.source_id,
    eventType: row.event_type,
    headers: row.headers,
    payload: row.payload,
    urlQueryParams: row.url_query_params,
    path: row.path,
    idempotencyKey: row.idempotency_key,
    target: row.target,
    ...(row.deliver_at && !isReplay && { deliverAt: row.deliver_at }),
    ...((row.external_id ?? row.tags) && { labels: { externalId: row.external_id, tags: row.tags, metadata: null } }),
  };
}
