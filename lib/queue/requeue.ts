import type { Ask } from "@/lib/db/ask";
import { float, type Given, insertInto, int, statement, text, uuid } from "@/lib/db/statement";
import { idTimeMs, NIL_ID } from "@/lib/kernel/ids";
import { destinationId } from "@/lib/queue/destination";
import type { LockedDelivery } from "@/lib/queue/lock";
import { joinSequences, type Ordered } from "@/lib/queue/order";
import { traitWith } from "@/lib/queue/trait";
import { type Change, changeOfWaiting, transition } from "@/lib/queue/transition";
import { WAKE_LANES } from "@/lib/queue/wake";

export type Requeued = { readonly delivery: LockedDelivery; readonly laneId: string; readonly description: string };

const RESENT = changeOfWaiting("resent");

type Item = Requeued & { readonly change: Change };
type Requeue = { readonly projectId: string; readonly items: readonly Item[] };

const QUEUE_COLUMNS = {
  project_id: "i.project_id",
  delivery_id: "i.id",
  kind: "i.kind",
  lane_id: "i.lane_id",
  destination_id: "i.destination_id",
  event_id: "i.event_id",
  due_at: "now()",
  num_trials: "i.num_trials",
  budget_from: "i.num_trials",
};

/** A row that is in the queue already becomes due now, also before its time, with a fresh retry budget. A leased one is left alone. */
const UNLESS_LEASED = `on conflict (project_id, delivery_id) do update
    set due_at = now(), not_before = null, lease = null, num_trials = excluded.num_trials, budget_from = excluded.budget_from
    where delivery_queue.lease is null or delivery_queue.due_at <= now()`;

const REQUEUE = statement("requeue", (given: Given<Requeue>) => {
  const projectId = given.value("uuid", (requeue) => requeue.projectId);
  const i = given
    .rows(({ items }) => items)
    .as("i", {
      id: uuid(({ delivery }) => delivery.id),
      lane_id: uuid(({ laneId }) => laneId),
      destination_id: uuid(({ delivery }) => destinationId(delivery.destination)),
      event_id: uuid(({ delivery }) => delivery.eventId),
      num_trials: int(({ delivery }) => delivery.numTrials),
      description: text(({ description }) => description),
      subscription_id: uuid(({ delivery }) => delivery.subscriptionId ?? NIL_ID),
      made_at: float(({ delivery }) => idTimeMs(delivery.id) / 1_000),
      succeeded: int(({ change }) => change.counts.succeeded),
      failed: int(({ change }) => change.counts.failed),
      discarded: int(({ change }) => change.counts.discarded),
    });
  const ids = given.ids(({ items }) => items.map(({ delivery }) => delivery.id));
  return `
with i as materialized (
  select ${projectId} as project_id, 'delivery' as kind, i.* from ${i}
), queued as (
  ${insertInto("delivery_queue", QUEUE_COLUMNS)} from i
  ${UNLESS_LEASED}
  returning delivery_id as id
), updated as (
  update event_deliveries d
  set status = '${RESENT.status}', dead = null, trait = ${traitWith(RESENT.status)}, description = i.description,
    next_send_time = now(), updated_at = now(),
    deliver_at = case when d.deliver_at is not null then least(d.deliver_at, now()) end
  from i join queued using (id)
  where d.project_id = ${projectId} and d.id = i.id and ${ids.has("d.id")}
), counted as (
  insert into endpoint_stat_deltas (project_id, destination_id, subscription_id, minute, succeeded, failed, discarded)
  select project_id, destination_id, subscription_id, date_trunc('minute', to_timestamp(made_at)),
    sum(succeeded), sum(failed), sum(discarded)
  from i join queued using (id)
  where (succeeded, failed, discarded) <> (0, 0, 0) group by 1, 2, 3, 4
)
select id from queued`;
});

/**
 * Makes locked deliveries due now with a fresh retry budget, first in their sequences, and wakes the workers. Returns
 * their ids; one that a worker took meanwhile is missing.
 */
export async function requeueDeliveries(
  ask: Ask,
  { projectId, items, ordered }: { projectId: string; items: readonly Requeued[]; ordered: readonly Ordered[] },
): Promise<string[]> {
  const changed = items.flatMap((item) => {
    const change = transition(item.delivery.state, "resent");
    return change ? [{ ...item, change }] : [];
  });
  if (changed.length === 0) return [];
  const ids = (await ask<{ id: string }>(REQUEUE({ projectId, items: changed }))).map(({ id }) => id);
  const isQueued = new Set(ids);
  const freed = await joinSequences(
    ask,
    ordered.filter(({ deliveryId }) => isQueued.has(deliveryId)),
    "resent",
  );
  const queued = changed.filter(({ delivery }) => isQueued.has(delivery.id));
  await ask(WAKE_LANES([...queued.map(({ laneId }) => ({ projectId, laneId })), ...freed]));
  return ids;
}

type MetaEvent = { readonly projectId: string; readonly id: string; readonly numTrials: number };

const REQUEUE_META_EVENT = statement(
  "requeue_meta_event",
  (given: Given<MetaEvent>) => `
with i as (
  select ${given.value("uuid", ({ projectId }) => projectId)} as project_id, ${given.value("uuid", ({ id }) => id)} as id,
    'meta_event' as kind, null::uuid as destination_id, null::uuid as event_id,
    ${given.value("uuid", ({ projectId }) => destinationId({ kind: "meta", projectId }))} as lane_id,
    ${given.value("int", ({ numTrials }) => numTrials)} as num_trials
), queued as (
  ${insertInto("delivery_queue", QUEUE_COLUMNS)} from i
  ${UNLESS_LEASED}
  returning delivery_id as id
), updated as (
  update meta_events m
  set status = '${RESENT.status}', description = 'Resent; waiting for its attempt.', next_send_time = now(), updated_at = now()
  from i join queued using (id)
  where m.project_id = i.project_id and m.id = i.id
)
select id from queued`,
);

/** Makes a meta event due now; its rows must be locked. Returns false if a worker has it. */
export async function requeueMetaEvent(ask: Ask, metaEvent: MetaEvent): Promise<boolean> {
  const isQueued = (await ask(REQUEUE_META_EVENT(metaEvent))).length > 0;
  const { projectId } = metaEvent;
  if (isQueued) await ask(WAKE_LANES([{ projectId, laneId: destinationId({ kind: "meta", projectId }) }]));
  return isQueued;
}
