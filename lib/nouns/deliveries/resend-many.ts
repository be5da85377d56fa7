import type { Kysely } from "kysely";
import { askTransaction } from "@/lib/db/ask";
import type { DB } from "@/lib/db/generated";
import { decideResend } from "@/lib/nouns/deliveries/decide-resend";
import { readTargets } from "@/lib/nouns/deliveries/read-targets";
import { readRetention } from "@/lib/nouns/project-settings/retention";
import { lockDeliveries } from "@/lib/queue/lock";
import { type Requeued, requeueDeliveries } from "@/lib/queue/requeue";

/** The result for each delivery. Those in neither list are locked at this moment: ask again for them. */
export type Resent = { resent: string[]; skipped: { id: string; reason: string }[] };

type Options = { force: boolean; description: string };

/**
 * Resends deliveries by the rules of resending one, all in the caller's transaction. Takes only free locks, so that it
 * neither waits nor deadlocks.
 */
export async function resendMany(
  trx: Kysely<DB>,
  projectId: string,
  ids: readonly string[],
  { force, description }: Options,
): Promise<Resent> {
  if (ids.length === 0) return { resent: [], skipped: [] };
  const ask = askTransaction(trx);
  const { deliveries, leased, gone, ordered } = await lockDeliveries(ask, { projectId, ids }, "skip");
  const targets = await readTargets(
    trx,
    projectId,
    deliveries.map(({ id }) => id),
  );
  const skipped = [
    ...[...leased].map((id) => ({ id, reason: "It was being attempted right then." })),
    ...gone.map((id) => ({ id, reason: "The delivery is gone." })),
  ];
  const isPast = await readRetention(trx, projectId);
  const items: Requeued[] = [];
  for (const delivery of deliveries) {
    const { id } = delivery;
    const target = targets.get(id) ?? { destination: null, limitedSubscriptionId: null };
    const decided = decideResend(delivery, target, {
      force,
      hint: "Set force to send it once more.",
      isPast,
      describe: () => description,
    });
    if (decided.refusal === null) items.push(decided.item);
    else skipped.push({ id, reason: decided.refusal });
  }
  return { resent: await requeueDeliveries(ask, { projectId, items, ordered }), skipped };
}
