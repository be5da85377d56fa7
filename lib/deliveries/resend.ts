import { type Kysely, sql } from "kysely";
import { recordAudit } from "@/lib/audit-log/record";
import type { ProjectContext } from "@/lib/context";
import type { DB } from "@/lib/db/generated";
import { OUTCOME_COLUMNS, refuseResend } from "@/lib/deliveries/decide-resend";
import { askTransaction, findLines, joinLines, lockLines } from "@/lib/deliveries/ordering";
import { lockQueued, refuseDeadlock, requeue } from "@/lib/deliveries/requeue";
import { conflict, notFound } from "@/lib/errors";
import { readRetention } from "@/lib/projects/retention";

/**
 * Makes a delivery due now with a fresh retry budget; `num_trials` keeps counting. Works from Failure, Discarded, Retry
 * and Scheduled, from Success only with `force`. Throws `conflict` while it is being attempted, when its endpoint is
 * deleted or inactive or its device deleted or disabled, or its day is past the retention. Rows are locked, so that two
 * resends at once make one attempt.
 */
export async function resendDelivery(ctx: ProjectContext, id: string, options: { force: boolean }): Promise<void> {
  const { projectId } = ctx;
  const resend = ctx.db.transaction().execute(async (trx) => {
    const ask = askTransaction(trx);
    const line = await findLines(ask, projectId, [id]);
    await lockLines(ask, line);
    await lockQueued(trx, projectId, id);
    const delivery = await trx
      .selectFrom("event_deliveries")
      .select([
        "status",
        "num_trials",
        "endpoint_id",
        "device_id",
        "event_id",
        "event_type",
        "subscription_id",
        "created_at",
      ])
      .where("project_id", "=", projectId)
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (!delivery) throw notFound("event delivery");
    const destination = await findDestination(trx, projectId, delivery);
    const isPast = await readRetention(trx, projectId);
    const refusal = refuseResend(delivery, destination, {
      ...options,
      hint: "Add ?force=true to send it once more.",
      isPast: isPast([id, delivery.event_id]),
    });
    if (!destination || refusal !== null) throw conflict(refusal ?? "");
    await requeue(trx, {
      projectId,
      deliveryId: id,
      kind: "delivery",
      laneId: await laneOf(trx, projectId, { destination, delivery }),
      endpointId: destination.id,
      eventId: delivery.event_id,
      numTrials: delivery.num_trials,
    });
    await trx
      .updateTable("event_deliveries")
      .set({
        status: "Scheduled",
        dead: null,
        description:
          destination.status === "active"
            ? "Resent; waiting for its attempt."
            : `Resent; held while the endpoint is ${destination.status}.`,
        next_send_time: sql<Date>`now()`,
        updated_at: sql<Date>`now()`,
      })
      .where("project_id", "=", projectId)
      .where("id", "=", id)
      .execute();
    await joinLines(ask, line, "resent");
    await takeBackOutcome(trx, { projectId, endpointId: destination.id, delivery });
    await recordAudit(trx, ctx, {
      action: "event_delivery.resent",
      resource: { type: "event_delivery", id, name: delivery.event_type },
    });
  });
  await resend.catch(refuseDeadlock);
}

type Destination = { id: string; name: string; status: string };

/** The delivery's endpoint or device, or null when it was deleted. A disabled device is inactive. */
async function findDestination(
  trx: Kysely<DB>,
  projectId: string,
  delivery: { endpoint_id: string | null; device_id: string | null },
): Promise<Destination | null> {
  const { rows } = await sql<Destination>`
    select id, name, status from endpoints
    where project_id = ${projectId} and id = ${delivery.endpoint_id} and deleted_at is null
    union all
    select id, host_name, case when is_disabled then 'inactive' else 'active' end from devices
    where project_id = ${projectId} and id = ${delivery.device_id} and deleted_at is null`.execute(trx);
  return rows[0] ?? null;
}

/** The destination's lane, or the subscription's where that has a rate limit of its own. */
async function laneOf(
  trx: Kysely<DB>,
  projectId: string,
  { destination, delivery }: { destination: Destination; delivery: { subscription_id: string | null } },
): Promise<string> {
  const limited = await trx
    .selectFrom("subscriptions")
    .select("id")
    .where("project_id", "=", projectId)
    .where("id", "=", delivery.subscription_id)
    .where("deleted_at", "is", null)
    .where("rate_limit_config", "is not", null)
    .executeTakeFirst();
  return limited?.id ?? destination.id;
}

/** A resent delivery waits again: it is not counted any more as what it had ended as. */
async function takeBackOutcome(
  trx: Kysely<DB>,
  {
    projectId,
    endpointId,
    delivery,
  }: { projectId: string; endpointId: string; delivery: { status: string; created_at: Date } },
): Promise<void> {
  const column = OUTCOME_COLUMNS[delivery.status];
  if (!column) return;
  await trx
    .insertInto("endpoint_stat_deltas")
    .values({
      project_id: projectId,
      endpoint_id: endpointId,
      hour: sql<Date>`date_trunc('hour', ${delivery.created_at}::timestamptz)`,
      [column]: -1,
    })
    .execute();
}
