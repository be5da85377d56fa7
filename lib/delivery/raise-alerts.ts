import { sql, type Transaction } from "kysely";
import type { Clock } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import type { DB } from "@/lib/db/generated";
import type { AttemptResult } from "@/lib/delivery/result";
import type { Insist } from "@/lib/delivery/settler";
import { formatDuration } from "@/lib/duration";
import { notify } from "@/lib/endpoints/notify";
import { newId } from "@/lib/ids";
import { recordMetaEvents } from "@/lib/meta-events/record";
import type { ProjectSnapshot, SubscriptionPlan } from "@/lib/snapshots/snapshot";
import type { SnapshotCache } from "@/lib/snapshots/snapshot-cache";

type Parts = { db: Database; snapshots: SnapshotCache; clock: Clock };
type Watched = SubscriptionPlan & { alert: NonNullable<SubscriptionPlan["alert"]> };

/**
 * Raises an alert for a subscription whose `alert_config` names so many failed tries in so long a time, once per such
 * time: a record and a meta event, in one transaction.
 */
export async function raiseAlerts(parts: Parts, results: readonly AttemptResult[], insist: Insist): Promise<void> {
  const failed = results.filter(({ outcome }) => outcome.kind !== "success");
  const groups = new Map<string, AttemptResult[]>();
  for (const result of failed) {
    const { subscriptionId } = result.work;
    if (subscriptionId) groups.set(subscriptionId, [...(groups.get(subscriptionId) ?? []), result]);
  }
  for (const [subscriptionId, group] of groups) await insist(() => noteFailures(parts, subscriptionId, group));
}

async function noteFailures(parts: Parts, subscriptionId: string, group: readonly AttemptResult[]): Promise<void> {
  const projectId = group[0]?.work.projectId ?? "";
  const snapshot = parts.snapshots.peek(projectId) ?? (await parts.snapshots.get(projectId));
  const subscription = snapshot?.subscriptions.get(subscriptionId);
  if (!snapshot || !subscription?.alert) return;
  await countFailures(parts, { snapshot, subscription: subscription as Watched }, group);
}

type Watch = { snapshot: ProjectSnapshot; subscription: Watched };

/** A try is known by when it ended, so that one that is counted again counts once. */
async function countFailures(
  parts: Parts,
  { snapshot, subscription }: Watch,
  group: readonly AttemptResult[],
): Promise<void> {
  const at = parts.clock.now();
  await parts.db.transaction().execute(async (trx) => {
    // Two workers that count at once would each miss what the other has not committed yet.
    await sql`select pg_advisory_xact_lock(hashtextextended(${subscription.id}, 0))`.execute(trx);
    await trx
      .insertInto("subscription_failures")
      .values(
        group.map(({ work, sent }) => ({
          project_id: snapshot.id,
          subscription_id: subscription.id,
          failed_at: new Date(sent.startedAt.getTime() + Math.round(sent.durationMs)),
          delivery_id: work.deliveryId,
          number: work.numTrials + 1,
        })),
      )
      .onConflict((conflicting) => conflicting.doNothing())
      .execute();
    const since = new Date(at.getTime() - subscription.alert.windowSeconds * 1000);
    await forgetFailures(trx, subscription, since);
    const failures = await countSince(trx, snapshot.id, subscription.id, since);
    if (failures < subscription.alert.count || (await hasAlertSince(trx, snapshot.id, subscription.id, since))) return;
    await raise(trx, { snapshot, subscription, failures, at });
  });
}

async function forgetFailures(trx: Transaction<DB>, subscription: Watched, since: Date): Promise<void> {
  await trx
    .deleteFrom("subscription_failures")
    .where("subscription_id", "=", subscription.id)
    .where("failed_at", "<=", since)
    .execute();
}

async function countSince(trx: Transaction<DB>, projectId: string, id: string, since: Date): Promise<number> {
  const { count } = await trx
    .selectFrom("subscription_failures")
    .select((expression) => expression.fn.countAll<number>().as("count"))
    .where("project_id", "=", projectId)
    .where("subscription_id", "=", id)
    .where("failed_at", ">", since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function hasAlertSince(trx: Transaction<DB>, projectId: string, id: string, since: Date): Promise<boolean> {
  const last = await trx
    .selectFrom("alerts")
    .select("id")
    .where("project_id", "=", projectId)
    .where("subscription_id", "=", id)
    .where("created_at", ">", since)
    .executeTakeFirst();
  return last !== undefined;
}

async function raise(
  trx: Transaction<DB>,
  alert: { snapshot: ProjectSnapshot; subscription: Watched; failures: number; at: Date },
): Promise<void> {
  const { snapshot, subscription, failures, at } = alert;
  const { deviceId } = subscription;
  const name = deviceId
    ? snapshot.devices.get(deviceId)?.hostName
    : snapshot.endpoints.get(subscription.endpointId ?? "")?.name;
  const row = {
    project_id: snapshot.id,
    id: newId(),
    subscription_id: subscription.id,
    endpoint_id: subscription.endpointId,
    failures,
    threshold_seconds: subscription.alert.windowSeconds,
    message: `${failures} tries to ${name ?? "its endpoint"} failed within ${formatDuration(subscription.alert.windowSeconds)}.`,
    created_at: at,
  };
  await trx.insertInto("alerts").values(row).execute();
  const { id, ...data } = row;
  const { endpointId } = subscription;
  if (endpointId)
    await notify(trx, { projectId: snapshot.id, endpointId, kind: "alert", reason: `Alert: ${row.message}` });
  await recordMetaEvents(trx, snapshot, at, [{ type: "alert.raised", data: { uid: id, ...data } }]);
}
