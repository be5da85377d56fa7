import type { Target } from "@/lib/nouns/deliveries/read-targets";
import { PAST_RETENTION } from "@/lib/nouns/project-settings/retention";
import { laneOf } from "@/lib/queue/lane";
import type { LockedDelivery } from "@/lib/queue/lock";
import type { Requeued } from "@/lib/queue/requeue";
import { isWaiting } from "@/lib/queue/transition";

type Options = {
  force: boolean;
  /** How to resend one that succeeded. */
  hint: string;
  isPast(ids: readonly string[]): boolean;
  describe(status: string): string;
};

/** Decides how a delivery is resent, or says in a sentence why it cannot be. Pure: the rules of every resend. */
export function decideResend(
  delivery: LockedDelivery,
  { destination, limitedSubscriptionId }: Target,
  options: Options,
): { refusal: string } | { refusal: null; item: Requeued } {
  const { status } = delivery.state;
  const noun = delivery.destination.kind;
  if (!isWaiting(status) && options.isPast([delivery.id, delivery.eventId])) {
    return { refusal: `This delivery is ${PAST_RETENTION}` };
  }
  if (status === "Success" && !options.force) return { refusal: `This delivery succeeded. ${options.hint}` };
  if (!destination) return { refusal: `The ${noun} of this delivery was deleted.` };
  if (destination.status === "inactive") {
    return noun === "device"
      ? { refusal: `The device ${destination.name} is disabled. Enable it, then resend.` }
      : { refusal: `The endpoint ${destination.name} is inactive. Activate it, then resend.` };
  }
  const laneId = laneOf(delivery.destination, limitedSubscriptionId);
  return { refusal: null, item: { delivery, laneId, description: options.describe(destination.status) } };
}
