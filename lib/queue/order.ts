import type pg from "pg";
import type { Ask } from "@/lib/db/ask";
import { soleRow } from "@/lib/db/sole-row";
import { type Given, int, statement, text, uuid } from "@/lib/db/statement";
import type { Lane } from "@/lib/queue/due-lanes";

/**
 * Deliveries of an endpoint with the same value of its ordering key form a sequence. Only the head of a sequence may be
 * attempted; the others are in the queue, due at infinity, until those before them have left. One that is to be sent
 * later keeps its place, and those behind it wait with it. A sequence is locked
 * before it is changed, and before any row of the queue or of a delivery, in one order for all, so that nothing
 * deadlocks.
 */
export type Sequence = { readonly endpointId: string; readonly key: string };
export type Ordered = Sequence & { readonly projectId: string; readonly deliveryId: string };

const HASH = (endpointId: string, key: string) => `hashtextextended(${endpointId}::text || ' ' || ${key}, 11)`;

const sequences = (given: Given<readonly Sequence[]>, alias: string) =>
  given
    .rows((items) => items)
    .as(alias, {
      endpoint_id: uuid(({ endpointId }) => endpointId),
      key: text(({ key }) => key),
    });

const ordered = <I>(given: Given<I>, read: (input: I) => readonly Ordered[]) =>
  given.rows(read).as("o", {
    place: int((_, place) => place),
    project_id: uuid(({ projectId }) => projectId),
    delivery_id: uuid(({ deliveryId }) => deliveryId),
    endpoint_id: uuid(({ endpointId }) => endpointId),
    key: text(({ key }) => key),
  });

const LOCK = statement(
  "lock_sequences",
  (given: Given<readonly Sequence[]>) => `
select pg_advisory_xact_lock(hash) from (
  select distinct ${HASH("s.endpoint_id", "s.key")} as hash from ${sequences(given, "s")} order by hash
) locked`,
);

/** Locks the sequences until the transaction ends. */
export async function lockSequences(ask: Ask, items: readonly Sequence[]): Promise<void> {
  if (items.length > 0) await ask(LOCK(items));
}

const TRY_LOCK = statement(
  "try_lock_sequences",
  (given: Given<readonly Ordered[]>) => `
with o as materialized (
  select *, ${HASH("endpoint_id", "key")} as hash from ${ordered(given, (items) => items)}
), locked as materialized (
  select hash, pg_try_advisory_xact_lock(hash) as is_free from (select distinct hash from o) each_once
)
select o.delivery_id as id from o join locked using (hash) where not locked.is_free`,
);

/** Locks the sequences that are free. Returns the deliveries whose sequence another transaction has locked. */
export async function tryLockSequences(ask: Ask, items: readonly Ordered[]): Promise<Set<string>> {
  if (items.length === 0) return new Set();
  return new Set((await ask<{ id: string }>(TRY_LOCK(items))).map(({ id }) => id));
}

const FIND = statement(
  "find_sequences",
  (given: Given<{ projectId: string; ids: readonly string[] }>) => `
select project_id as "projectId", id as "deliveryId", endpoint_id as "endpointId", ordering_key as key
from event_deliveries
where project_id = ${given.value("uuid", ({ projectId }) => projectId)} and ${given.ids(({ ids }) => ids).has("id")}
  and ordering_key is not null and endpoint_id is not null
order by id`,
);

/** The positions of these deliveries in their sequences; unordered ones have none. */
export function findSequences(ask: Ask, projectId: string, ids: readonly string[]): Promise<Ordered[]> {
  return ask<Ordered>(FIND({ projectId, ids }));
}

const JOIN = statement("join_sequences", (given: Given<{ items: readonly Ordered[]; rank: number }>) => {
  const o = ordered(given, ({ items }) => items);
  const among = (table: string, id: string) =>
    `${table}.project_id = any(${o.all("project_id")}) and ${table}.${id} = any(${o.all("delivery_id")})`;
  return `
with o as materialized (
  select * from ${o}
), joined as (
  insert into ordered_deliveries (project_id, delivery_id, endpoint_id, ordering_key, rank)
  select project_id, delivery_id, endpoint_id, key, ${given.value("smallint", ({ rank }) => rank)} from o order by place
  on conflict do nothing
), heads as (
  select delivery_id from ordered_deliveries h where ${among("h", "delivery_id")} and is_head
), parked as (
  update delivery_queue q set due_at = 'infinity'
  where ${among("q", "delivery_id")} and q.delivery_id not in (select delivery_id from heads)
)
update event_deliveries d set ordering_key = o.key from o
where d.project_id = o.project_id and d.id = o.delivery_id and d.ordering_key is null and ${among("d", "id")}`;
});

/** Appends new deliveries to their sequences. */
export async function placeInOrder(ask: Ask, items: readonly Ordered[]): Promise<void> {
  await lockSequences(ask, items);
  await joinSequences(ask, items, "new");
}

/**
 * Adds deliveries to locked sequences: new ones at the end, resent ones before all that wait, unless they are in the
 * sequence already. Returns the lanes of those that are heads now.
 */
export async function joinSequences(ask: Ask, items: readonly Ordered[], as: "new" | "resent"): Promise<Lane[]> {
  if (items.length === 0) return [];
  await ask(JOIN({ items, rank: as === "new" ? 1 : 0 }));
  return promoteHeads(ask, items);
}

const LEAVE = statement("leave_sequences", (given: Given<readonly Ordered[]>) => {
  const projectIds = given.list("uuid", (items) => items.map(({ projectId }) => projectId));
  const ids = given.list("uuid", (items) => items.map(({ deliveryId }) => deliveryId));
  return `delete from ordered_deliveries where project_id = any(${projectIds}) and delivery_id = any(${ids})`;
});

/** Takes deliveries out of their sequences, so that the next ones may be attempted. Returns the lanes of those. */
export async function leaveSequences(ask: Ask, items: readonly Ordered[]): Promise<Lane[]> {
  if (items.length === 0) return [];
  await ask(LEAVE(items));
  return promoteHeads(ask, items);
}

const PROMOTE = statement(
  "promote_heads",
  (given: Given<readonly Sequence[]>) => `
with next as (
  select n.project_id, n.delivery_id
  from (select distinct endpoint_id, key from ${sequences(given, "each")}) s
  cross join lateral (
    select o.project_id, o.delivery_id from ordered_deliveries o
    where o.endpoint_id = s.endpoint_id and o.ordering_key = s.key and not o.is_head
    order by o.rank, o.position limit 1
  ) n
  where not exists (
    select from ordered_deliveries h where h.endpoint_id = s.endpoint_id and h.ordering_key = s.key and h.is_head
  )
), heads as (
  update ordered_deliveries o set is_head = true from next
  where o.project_id = next.project_id and o.delivery_id = next.delivery_id
  returning o.project_id, o.delivery_id
)
update delivery_queue q set due_at = greatest(now(), q.not_before) from heads
where q.project_id = heads.project_id and q.delivery_id = heads.delivery_id and q.due_at = 'infinity'
returning q.project_id as "projectId", q.lane_id as "laneId"`,
);

/**
 * Makes the first delivery of each sequence without a head its head; the sequences must be locked. Returns the lanes of
 * the new heads.
 */
export async function promoteHeads(ask: Ask, items: readonly Sequence[]): Promise<Lane[]> {
  return ask<Lane>(PROMOTE(items));
}

type AtDestination = { readonly projectId: string; readonly destinationId: string };

/** Leaves only what is in flight in the sequences of an endpoint whose waiting deliveries were discarded. */
export const CLEAR_SEQUENCES = statement(
  "clear_sequences",
  (given: Given<AtDestination>) => `
delete from ordered_deliveries o
where o.project_id = ${given.value("uuid", ({ projectId }) => projectId)}
  and o.endpoint_id = ${given.value("uuid", ({ destinationId }) => destinationId)}
  and not exists (select from delivery_queue q where q.project_id = o.project_id and q.delivery_id = o.delivery_id)`,
);

/** A head that is neither in the queue nor failed has ended: it was discarded, or its day was removed. */
const FORGET_HEADS = statement<void>(
  "forget_heads",
  () => `
delete from ordered_deliveries o
where o.is_head
  and not exists (select from delivery_queue q where q.project_id = o.project_id and q.delivery_id = o.delivery_id)
  and not exists (
    select from event_deliveries d where d.project_id = o.project_id and d.id = o.delivery_id and d.status = 'Failure'
  )`,
);

/** Skips from sequence to sequence, so that a long one costs as much as a short one. */
const HEADLESS = statement<void>(
  "headless_sequences",
  () => `
with recursive sequence as (
  (select endpoint_id, ordering_key from ordered_deliveries where not is_head order by endpoint_id, ordering_key limit 1)
  union all
  select n.endpoint_id, n.ordering_key from sequence s, lateral (
    select o.endpoint_id, o.ordering_key from ordered_deliveries o
    where not o.is_head and (o.endpoint_id, o.ordering_key) > (s.endpoint_id, s.ordering_key)
    order by o.endpoint_id, o.ordering_key limit 1
  ) n
)
select endpoint_id as "endpointId", ordering_key as key from sequence s
where not exists (
  select from ordered_deliveries h
  where h.endpoint_id = s.endpoint_id and h.ordering_key = s.ordering_key and h.is_head
) limit 1000`,
);

/** Whether anything waits in an order. */
export async function hasSequences(pool: pg.Pool): Promise<boolean> {
  const text = "select exists (select from ordered_deliveries) as has";
  return soleRow((await pool.query<{ has: boolean }>({ name: "has_sequences", text })).rows).has;
}

/** The safety net: continues sequences that lost their head in any other way. Returns the lanes of the new heads. */
export async function freeSequences(ask: Ask): Promise<Lane[]> {
  await ask(FORGET_HEADS());
  const headless = await ask<Sequence>(HEADLESS());
  if (headless.length === 0) return [];
  await lockSequences(ask, headless);
  return promoteHeads(ask, headless);
}
