import { nameOf } from "@/lib/db/actor-name";
import { askTransaction } from "@/lib/db/ask";
import type { ProjectContext } from "@/lib/db/context";
import { conflict, notFound } from "@/lib/kernel/errors";
import { recordAudit } from "@/lib/nouns/audit-log/record";
import { refuseDeadlock } from "@/lib/nouns/deliveries/busy";
import { cancelDeliveries } from "@/lib/queue/discard";
import { lockDeliveries } from "@/lib/queue/lock";

/**
 * Takes a delivery that waits for an attempt out of the queue and records it as Discarded, with the name of the actor.
 * It can be resent later. A failed delivery that blocks its sequence releases it. Throws `conflict` while it is being
 * attempted and if it has ended already.
 */
export async function cancelDelivery(ctx: ProjectContext, id: string): Promise<void> {
  const { projectId } = ctx;
  const cancel = ctx.db.transaction().execute(async (trx) => {
    const ask = askTransaction(trx);
    const locked = await lockDeliveries(ask, { projectId, ids: [id] }, "wait");
    if (locked.leased.has(id)) throw conflict("It is being attempted right now. Cancel it if that fails.");
    const [delivery] = locked.deliveries;
    if (!delivery) throw notFound("event delivery");
    if (!(await cancelDeliveries(ask, { projectId, locked, reason: `Cancelled by ${nameOf(ctx.actor)}.` }))) {
      throw conflict(`There is nothing to cancel: this delivery is ${delivery.state.status}.`);
    }
    await recordAudit(trx, ctx, {
      action: "event_delivery.cancelled",
      resource: { type: "event_delivery", id, name: delivery.eventType },
    });
  });
  await cancel.catch(refuseDeadlock);
}
