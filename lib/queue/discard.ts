import type pg from "pg";
import { type Ask, askClient } from "@/lib/db/ask";
import { float, type Given, int, statement, uuid } from "@/lib/db/statement";
import { inTransaction } from "@/lib/db/transaction";
import { idTimeMs, NIL_ID } from "@/lib/kernel/ids";
import type { Claimed } from "@/lib/queue/claim";
import { destinationId } from "@/lib/queue/destination";
import { lanesOf } from "@/lib/queue/lane";
import { isLeasedBy, type Leases } from "@/lib/queue/lease";
import type { Locked } from "@/lib/queue/lock";
import { CLEAR_SEQUENCES, leaveSequences, lockSequences } from "@/lib/queue/order";
import { traitWith } from "@/lib/queue/trait";
import { type Change, changeOfWaiting, transition } from "@/lib/queue/transition";
import { WAKE_LANES } from "@/lib/queue/wake";
import { type DeliveryWork, orderOf } from "@/lib/queue/work";

/** The CTEs after `taken` for deliveries and meta events that leave the queue without an attempt. */
function discardTaken({ status, dead, counts }: Change, reason: string): string {
  const set = `status = '${status}', description = ${reason}, next_send_time = null, updated_at = now()`;
  // The minute of creation comes from the id: the delivery itself may be gone with its day.
  const minute = `date_trunc('minute', to_timestamp(('x' || left(replace(taken.delivery_id::text, '-', ''), 12))::bit(48)::bigint / 1000.0))`;
  return `
changed as (
  update event_deliveries d set ${set}, dead = '${dead}', trait = ${traitWith(status)}
  from taken where d.project_id = taken.project_id and d.id = taken.delivery_id and taken.kind = 'delivery'
    and d.id = any(array(select delivery_id from taken))
  returning d.id, d.subscription_id
), changed_meta_events as (
  update meta_events m set ${set}
  from taken where m.project_id = taken.project_id and m.id = taken.delivery_id and taken.kind = 'meta_event'
), counted as (
  insert into endpoint_stat_deltas (project_id, destination_id, subscription_id, minute, discarded)
  select taken.project_id, taken.destination_id, coalesce(changed.subscription_id, '${NIL_ID}'), ${minute},
    ${counts.discarded} * count(*)
  from taken left join changed on changed.id = taken.delivery_id
  where taken.kind = 'delivery' group by 1, 2, 3, 4
)
select delivery_id as id from taken`;
}

const TAKEN = "returning q.project_id, q.delivery_id, q.destination_id, q.kind";

const DISCARD_LEASED = statement(
  "discard_leased",
  (given: Given<Leases & { reason: string }>) => `
with taken as (
  delete from delivery_queue q where ${isLeasedBy(given)} ${TAKEN}
), ${discardTaken(
    changeOfWaiting("undeliverable"),
    given.value("text", ({ reason }) => reason),
  )}`,
);

/**
 * Ends leased work that can no longer be sent, with a reason. It is counted for the destination that the queue names,
 * even if the delivery itself is gone, so that the ledger stays balanced. Leaves work alone that another worker has
 * taken over.
 */
async function discardLeased(
  pool: pg.Pool,
  workerId: string,
  { items, reason }: { items: readonly Pick<DeliveryWork, "projectId" | "deliveryId">[]; reason: string },
): Promise<void> {
  if (items.length > 0) await pool.query(DISCARD_LEASED({ workerId, items, reason }));
}

/** Ends one leased delivery that can no longer be sent, after which the next one of its sequence may be attempted. */
export async function discardUndeliverable(
  pool: pg.Pool,
  workerId: string,
  { work, reason }: { work: DeliveryWork; reason: string },
): Promise<void> {
  const place = orderOf(work);
  if (!place) return discardLeased(pool, workerId, { items: [work], reason });
  await inTransaction(pool, async (client) => {
    const ask = askClient(client);
    await lockSequences(ask, [place]);
    const taken = await ask(DISCARD_LEASED({ workerId, items: [work], reason }));
    if (taken.length > 0) await ask(WAKE_LANES(await leaveSequences(ask, [place])));
  });
}

/** Ends claimed work that is gone with its day, or whose event is. `found` is what still exists. */
export async function removeOrphans(
  pool: pg.Pool,
  workerId: string,
  { claimed, found }: { claimed: readonly Claimed[]; found: readonly DeliveryWork[] },
): Promise<void> {
  const known = new Set(found.map(({ deliveryId }) => deliveryId));
  const items = claimed.filter(({ deliveryId }) => !known.has(deliveryId));
  await discardLeased(pool, workerId, { items, reason: "Not sent: its event is past the project's retention." });
}

type AtDestination = { readonly projectId: string; readonly destinationId: string };

const DISCARD_WAITING = statement("discard_waiting", (given: Given<AtDestination & { reason: string }>) => {
  const projectId = given.value("uuid", (lane) => lane.projectId);
  const lanes = lanesOf(
    projectId,
    given.value("uuid", (lane) => lane.destinationId),
  );
  return `
with taken as (
  delete from delivery_queue q
  where q.project_id = ${projectId} and q.kind = 'delivery' and q.lease is null and q.lane_id in (${lanes})
  ${TAKEN}
), ${discardTaken(
    changeOfWaiting("abandoned"),
    given.value("text", ({ reason }) => reason),
  )}`;
});

/**
 * Discards everything that waits for an endpoint or a device, in its own lane and in those of its subscriptions, with a
 * reason. Requests that are in flight may finish.
 */
export async function discardWaiting(ask: Ask, at: AtDestination, reason: string): Promise<void> {
  await ask(DISCARD_WAITING({ ...at, reason }));
  await ask(CLEAR_SEQUENCES(at));
}

type Cancelled = { readonly delivery: Locked["deliveries"][number]; readonly change: Change };
type Cancel = { readonly projectId: string; readonly items: readonly Cancelled[]; readonly reason: string };

const CANCEL = statement("cancel", (given: Given<Cancel>) => {
  const projectId = given.value("uuid", (cancel) => cancel.projectId);
  const i = given
    .rows(({ items }) => items)
    .as("i", {
      id: uuid(({ delivery }) => delivery.id),
      destination_id: uuid(({ delivery }) => destinationId(delivery.destination)),
      subscription_id: uuid(({ delivery }) => delivery.subscriptionId ?? NIL_ID),
      made_at: float(({ delivery }) => idTimeMs(delivery.id) / 1_000),
      failed: int(({ change }) => change.counts.failed),
      discarded: int(({ change }) => change.counts.discarded),
    });
  const ids = given.ids(({ items }) => items.map(({ delivery }) => delivery.id));
  const reason = given.value("text", (cancel) => cancel.reason);
  const { status, dead } = changeOfWaiting("cancelled");
  return `
with taken as (
  delete from delivery_queue q where q.project_id = ${projectId} and q.delivery_id = any(${i.all("id")})
), changed as (
  update event_deliveries d
  set status = '${status}', dead = '${dead}', trait = ${traitWith(status)}, description = ${reason},
    next_send_time = null, updated_at = now()
  where d.project_id = ${projectId} and ${ids.has("d.id")}
)
insert into endpoint_stat_deltas (project_id, destination_id, subscription_id, minute, failed, discarded)
select ${projectId}, destination_id, subscription_id, date_trunc('minute', to_timestamp(made_at)), failed, discarded from ${i}`;
});

/**
 * Cancels locked deliveries for an operator: those that wait, and failed ones that block their sequence. Returns false
 * and changes nothing if one of them is in neither state.
 */
export async function cancelDeliveries(
  ask: Ask,
  { projectId, locked, reason }: { projectId: string; locked: Locked; reason: string },
): Promise<boolean> {
  const items = locked.deliveries.flatMap((delivery) => {
    const change = transition(delivery.state, "cancelled");
    return change ? [{ delivery, change }] : [];
  });
  if (items.length < locked.deliveries.length) return false;
  await ask(CANCEL({ projectId, items, reason }));
  await ask(WAKE_LANES(await leaveSequences(ask, locked.ordered)));
  return true;
}
