import { sql } from "kysely";
import type { ProjectContext } from "@/lib/context";
import { lockQueued, refuseDeadlock, requeue } from "@/lib/deliveries/requeue";
import { conflict, notFound } from "@/lib/errors";

/**
 * Makes a delivery due now with a fresh retry budget; `num_trials` keeps counting. Works from Failure, Discarded, Retry
 * and Scheduled, from Success only with `force`. Throws `conflict` while it is being attempted or when its endpoint is
 * deleted or inactive. Rows are locked, so that two resends at once make one attempt.
 */
export async function resendDelivery(ctx: ProjectContext, id: string, options: { force: boolean }): Promise<void> {
  const { projectId } = ctx;
  const resend = ctx.db.transaction().execute(async (trx) => {
    await lockQueued(trx, projectId, id);
    const delivery = await trx
      .selectFrom("event_deliveries")
      .select(["status", "num_trials", "endpoint_id", "event_id"])
      .where("project_id", "=", projectId)
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (!delivery) throw notFound("event delivery");
    if (delivery.status === "Success" && !options.force) {
      throw conflict("This delivery succeeded. Add ?force=true to send it once more.");
    }
    const endpoint = await trx
      .selectFrom("endpoints")
      .select(["id", "name", "status"])
      .where("project_id", "=", projectId)
      .where("id", "=", delivery.endpoint_id)
      .where("deleted_at", "is", null)
      .executeTakeFirst();
    if (!endpoint) throw conflict("The endpoint of this delivery was deleted.");
    if (endpoint.status === "inactive") {
      throw conflict(`The endpoint ${endpoint.name} is inactive. Activate it, then resend.`);
    }
    await requeue(trx, {
      projectId,
      deliveryId: id,
      kind: "delivery",
      laneId: endpoint.id,
      eventId: delivery.event_id,
      numTrials: delivery.num_trials,
    });
    await trx
      .updateTable("event_deliveries")
      .set({
        status: "Scheduled",
        dead: null,
        description:
          endpoint.status === "active"
            ? "Resent; waiting for its attempt."
            : `Resent; held while the endpoint is ${endpoint.status}.`,
        next_send_time: sql<Date>`now()`,
        updated_at: sql<Date>`now()`,
      })
      .where("project_id", "=", projectId)
      .where("id", "=", id)
      .execute();
  });
  await resend.catch(refuseDeadlock);
}
