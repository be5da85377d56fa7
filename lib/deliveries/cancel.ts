import { sql } from "kysely";
import { recordAudit } from "@/lib/audit-log/record";
import type { Actor, ProjectContext } from "@/lib/context";
import { askTransaction, findLines, isHead, leaveLines, lockLines } from "@/lib/deliveries/ordering";
import { lockQueued, refuseDeadlock } from "@/lib/deliveries/requeue";
import { conflict, notFound } from "@/lib/errors";

/**
 * Takes a delivery that waits for a try out of the queue and records it as Discarded, with who did it. It can be
 * resent later. One that failed and holds up those behind it in its line is let go of. Throws `conflict` while it is being attempted and when it is over already.
 */
export async function cancelDelivery(ctx: ProjectContext, id: string): Promise<void> {
  const { projectId } = ctx;
  const cancel = ctx.db.transaction().execute(async (trx) => {
    const ask = askTransaction(trx);
    const line = await findLines(ask, projectId, [id]);
    await lockLines(ask, line);
    await lockQueued(trx, projectId, id, "It is being attempted right now. Cancel it if that fails.");
    const delivery = await trx
      .selectFrom("event_deliveries")
      .select(["status", "endpoint_id", "device_id", "event_type", "created_at"])
      .where("project_id", "=", projectId)
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (!delivery) throw notFound("event delivery");
    const taken = await trx
      .deleteFrom("delivery_queue")
      .where("project_id", "=", projectId)
      .where("delivery_id", "=", id)
      .returning("delivery_id")
      .executeTakeFirst();
    // A failed one that holds its line up is over, and yet not out of the way.
    const wasHolding = !taken && delivery.status === "Failure" && (await isHead(ask, projectId, id));
    if (!taken && !wasHolding) throw conflict(`There is nothing to cancel: this delivery is ${delivery.status}.`);
    await trx
      .updateTable("event_deliveries")
      .set({
        status: "Discarded",
        dead: "Discarded",
        description: `Cancelled by ${nameOf(ctx.actor)}.`,
        next_send_time: null,
        updated_at: sql<Date>`now()`,
      })
      .where("project_id", "=", projectId)
      .where("id", "=", id)
      .execute();
    await recordAudit(trx, ctx, {
      action: "event_delivery.cancelled",
      resource: { type: "event_delivery", id, name: delivery.event_type },
    });
    if ((await leaveLines(ask, line)) > 0) await sql`select pg_notify('hookyard_work', '')`.execute(trx);
    const destinationId = delivery.endpoint_id ?? delivery.device_id;
    if (destinationId === null) return;
    await trx
      .insertInto("endpoint_stat_deltas")
      .values({
        project_id: projectId,
        endpoint_id: destinationId,
        hour: sql<Date>`date_trunc('hour', ${delivery.created_at}::timestamptz)`,
        discarded: 1,
        failed: wasHolding ? -1 : 0,
      })
      .execute();
  });
  await cancel.catch(refuseDeadlock);
}

/** Who did it, as the reason of a state tells it. */
export function nameOf(actor: Actor): string {
  switch (actor.kind) {
    case "api_key":
      return `the API key ${actor.name}`;
    case "user":
      return actor.email;
    case "system":
    case "anonymous":
      return "Hookyard";
  }
}
