import { askTransaction } from "@/lib/db/ask";
import type { ProjectContext } from "@/lib/db/context";
import { conflict, notFound } from "@/lib/kernel/errors";
import { recordAudit } from "@/lib/nouns/audit-log/record";
import { BUSY, refuseDeadlock } from "@/lib/nouns/deliveries/busy";
import { decideResend } from "@/lib/nouns/deliveries/decide-resend";
import { readTargets } from "@/lib/nouns/deliveries/read-targets";
import { readRetention } from "@/lib/nouns/project-settings/retention";
import { lockDeliveries } from "@/lib/queue/lock";
import { requeueDeliveries } from "@/lib/queue/requeue";

/**
 * Makes a delivery due now with a fresh retry budget; `num_trials` keeps counting. Works from Failure, Discarded, Retry
 * and Scheduled, from Success only with `force`. Throws `conflict` while it is being attempted, if its endpoint is
 * deleted or inactive or its device deleted or disabled, or if its day is past the retention. Rows are locked, so that
 * two concurrent resends make one attempt.
 */
export async function resendDelivery(ctx: ProjectContext, id: string, options: { force: boolean }): Promise<void> {
  const { projectId } = ctx;
  const resend = ctx.db.transaction().execute(async (trx) => {
    const ask = askTransaction(trx);
    const { deliveries, leased, ordered } = await lockDeliveries(ask, { projectId, ids: [id] }, "wait");
    if (leased.has(id)) throw conflict(BUSY);
    const [delivery] = deliveries;
    const target = (await readTargets(trx, projectId, [id])).get(id);
    if (!delivery || !target) throw notFound("event delivery");
    const { refusal, ...decided } = decideResend(delivery, target, {
      ...options,
      hint: "Add ?force=true to send it once more.",
      isPast: await readRetention(trx, projectId),
      describe: (status) =>
        status === "active" ? "Resent; waiting for its attempt." : `Resent; held while the endpoint is ${status}.`,
    });
    if (!("item" in decided)) throw conflict(refusal ?? "");
    const requeued = await requeueDeliveries(ask, { projectId, items: [decided.item], ordered });
    if (requeued.length === 0) throw conflict(BUSY);
    await recordAudit(trx, ctx, {
      action: "event_delivery.resent",
      resource: { type: "event_delivery", id, name: delivery.eventType },
    });
  });
  await resend.catch(refuseDeadlock);
}
