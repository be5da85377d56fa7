import type { Transaction } from "kysely";
import { type Ask, askTransaction } from "@/lib/db/ask";
import type { DB } from "@/lib/db/generated";
import { float, type Given, insertInto, int, statement, uuid } from "@/lib/db/statement";
import type { Clock } from "@/lib/kernel/clock";
import { formatDuration } from "@/lib/kernel/duration";
import { newId } from "@/lib/kernel/ids";
import { recordMetaEvents } from "@/lib/nouns/announcements/record-meta-events";
import { notifyAll } from "@/lib/nouns/endpoints/notify";
import type { AttemptResult } from "@/lib/sending/result";
import type { ProjectSnapshot, SubscriptionConfig } from "@/lib/snapshots/snapshot";
import type { SnapshotCache } from "@/lib/snapshots/snapshot-cache";

type Parts = { snapshots: SnapshotCache; clock: Clock };
type Watched = SubscriptionConfig & { alert: NonNullable<SubscriptionConfig["alert"]> };
type Watch = { snapshot: ProjectSnapshot; subscription: Watched; failed: AttemptResult[] };

/** Failed attempts of subscriptions that want an alert, by subscription. */
export async function findWatched(
  snapshots: SnapshotCache,
  results: readonly AttemptResult[],
): Promise<readonly Watch[]> {
  const watched = new Map<string, Watch>();
  for (const result of results) {
    const { projectId, subscriptionId } = result.work;
    if (subscriptionId === null || result.outcome.kind === "success") continue;
    const known = watched.get(subscriptionId);
    if (known) {
      known.failed.push(result);
      continue;
    }
    const snapshot = snapshots.peek(projectId) ?? (await snapshots.get(projectId));
    const subscription = snapshot?.subscriptions.get(subscriptionId);
    if (!snapshot || !subscription?.alert) continue;
    watched.set(subscriptionId, { snapshot, subscription: subscription as Watched, failed: [result] });
  }
  return [...watched.values()];
}

/**
 * Raises an alert for each subscription that reached the number of failed attempts in the window of its `alert_config`,
 * once per window: a record and a meta event, in the caller's transaction. An attempt is identified by its end, so that
 * one that is counted again counts once.
 */
export async function raiseAlerts(trx: Transaction<DB>, { clock }: Parts, watched: readonly Watch[]): Promise<void> {
  if (watched.length === 0) return;
  const ask = askTransaction(trx);
  const at = clock.now();
  // Two workers that count concurrently would each miss what the other has not committed yet.
  await ask(LOCK(watched));
  await ask(NOTE(watched));
  await ask(FORGET({ watched, at }));
  const reached = await findReached(ask, watched, at);
  if (reached.length > 0) await raise(trx, at, reached);
}

const subscriptionsOf = <I>(given: Given<I>, read: (input: I) => readonly Watch[], at: (input: I) => Date) =>
  given
    .rows((input: I) => read(input).map((watch) => ({ ...watch, since: sinceOf(watch, at(input)) })))
    .as("w", {
      project_id: uuid(({ snapshot }) => snapshot.id),
      id: uuid(({ subscription }) => subscription.id),
      count: int(({ subscription }) => subscription.alert.count),
      since: float(({ since }) => since.getTime() / 1_000),
    });

const LOCK = statement(
  "lock_alerts",
  (given: Given<readonly Watch[]>) => `
select pg_advisory_xact_lock(hash) from (
  select distinct hashtextextended(id::text, 0) as hash
  from unnest(${given.list("uuid", (watched) => watched.map(({ subscription }) => subscription.id))}) as id
  order by hash
) locked`,
);

const NOTE = statement("note_failures", (given: Given<readonly Watch[]>) => {
  const f = given
    .rows((watched: readonly Watch[]) => watched.flatMap(({ failed }) => failed))
    .as("f", {
      project_id: uuid(({ work }) => work.projectId),
      subscription_id: uuid(({ work }) => work.subscriptionId),
      failed_at: float(({ sent }) => (sent.startedAt.getTime() + Math.round(sent.durationMs)) / 1_000),
      delivery_id: uuid(({ work }) => work.deliveryId),
      number: int(({ work }) => work.numTrials + 1),
    });
  return `${insertInto("subscription_failures", {
    project_id: "f.project_id",
    subscription_id: "f.subscription_id",
    failed_at: "to_timestamp(f.failed_at)",
    delivery_id: "f.delivery_id",
    number: "f.number",
  })} from ${f} on conflict do nothing`;
});

type Window = { watched: readonly Watch[]; at: Date };

const FORGET = statement(
  "forget_subscription_failures",
  (given: Given<Window>) => `
delete from subscription_failures f using ${subscriptionsOf(
    given,
    ({ watched }) => watched,
    ({ at }) => at,
  )}
where f.project_id = w.project_id and f.subscription_id = w.id and f.failed_at <= to_timestamp(w.since)`,
);

const REACHED = statement(
  "reached_alerts",
  (given: Given<Window>) => `
select w.id, failures.count::int as failures
from ${subscriptionsOf(
    given,
    ({ watched }) => watched,
    ({ at }) => at,
  )}
cross join lateral (
  select count(*) from subscription_failures f
  where f.project_id = w.project_id and f.subscription_id = w.id and f.failed_at > to_timestamp(w.since)
) failures
where failures.count >= w.count and not exists (
  select from alerts a
  where a.project_id = w.project_id and a.subscription_id = w.id and a.created_at > to_timestamp(w.since)
)`,
);

type Reached = Watch & { failures: number };

async function findReached(ask: Ask, watched: readonly Watch[], at: Date): Promise<Reached[]> {
  const rows = await ask<{ id: string; failures: number }>(REACHED({ watched, at }));
  const failures = new Map(rows.map((row) => [row.id, row.failures]));
  return watched.flatMap((watch) => {
    const count = failures.get(watch.subscription.id);
    return count === undefined ? [] : [{ ...watch, failures: count }];
  });
}

function sinceOf({ subscription }: Watch, at: Date): Date {
  return new Date(at.getTime() - subscription.alert.windowSeconds * 1_000);
}

async function raise(trx: Transaction<DB>, at: Date, reached: readonly Reached[]): Promise<void> {
  const raised = reached.map((one) => ({ snapshot: one.snapshot, row: toAlert(one, at) }));
  await trx
    .insertInto("alerts")
    .values(raised.map(({ row }) => row))
    .execute();
  await notifyAll(
    trx,
    raised.flatMap(({ row: { project_id: projectId, endpoint_id: endpointId, message } }) =>
      endpointId ? [{ projectId, endpointId, kind: "alert" as const, reason: `Alert: ${message}` }] : [],
    ),
  );
  for (const { snapshot, row } of raised) {
    const { id, ...data } = row;
    await recordMetaEvents(trx, snapshot, at, [{ type: "alert.raised", data: { uid: id, ...data } }]);
  }
}

function toAlert({ snapshot, subscription, failures }: Reached, at: Date) {
  const { deviceId, endpointId, alert } = subscription;
  const name = deviceId ? snapshot.devices.get(deviceId)?.hostName : snapshot.endpoints.get(endpointId ?? "")?.name;
  const within = formatDuration(alert.windowSeconds);
  return {
    project_id: snapshot.id,
    id: newId(),
    subscription_id: subscription.id,
    endpoint_id: endpointId,
    failures,
    threshold_seconds: alert.windowSeconds,
    message: `${failures} attempts to ${name ?? "its endpoint"} failed within ${within}.`,
    created_at: at,
  };
}
