import { invalidFields } from "@/lib/kernel/errors";
import { MOST_AHEAD_SECONDS, readDelay } from "@/lib/nouns/events/deliver-at-fields";
import type { CreateBroadcastEvent } from "@/lib/nouns/events/schemas";

/**
 * The instant that the sender of an event asks for; undefined for at once, and for one that has passed. Throws if it is
 * too far ahead.
 */
export function readDeliverAt(
  { deliver_at, delay }: Pick<CreateBroadcastEvent, "deliver_at" | "delay">,
  now: Date,
): Date | undefined {
  const aheadMs = delay === undefined ? toAheadMs(deliver_at, now) : (readDelay(delay) ?? 0) * 1_000;
  if (aheadMs > MOST_AHEAD_SECONDS * 1_000) {
    throw invalidFields([{ path: "deliver_at", message: "Give a time that is 30 days ahead at most." }]);
  }
  return aheadMs > 0 ? new Date(now.getTime() + aheadMs) : undefined;
}

function toAheadMs(deliverAt: string | undefined, now: Date): number {
  return deliverAt === undefined ? 0 : Date.parse(deliverAt) - now.getTime();
}
