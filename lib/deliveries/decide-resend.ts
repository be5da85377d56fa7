/** Why a delivery cannot be resent as it stands, in a sentence, or null when it can. Pure: the rules of every resend. */
export function refuseResend(
  delivery: { status: string; device_id: string | null },
  destination: { name: string; status: string } | null,
  options: { force: boolean; hint: string; isPast: boolean },
): string | null {
  const waits = delivery.status === "Scheduled" || delivery.status === "Retry";
  if (options.isPast && !waits) return `This delivery is ${PAST_RETENTION}`;
  if (delivery.status === "Success" && !options.force) return `This delivery succeeded. ${options.hint}`;
  const noun = delivery.device_id === null ? "endpoint" : "device";
  if (!destination) return `The ${noun} of this delivery was deleted.`;
  if (destination.status !== "inactive") return null;
  return noun === "device"
    ? `The device ${destination.name} is disabled. Enable it, then resend.`
    : `The endpoint ${destination.name} is inactive. Activate it, then resend.`;
}

/** What is said of something whose day may be removed at any moment. */
export const PAST_RETENTION = "past the project's retention and about to be removed.";

/** Which counter a resend takes back: a delivery that waits again has not ended any more. */
export const OUTCOME_COLUMNS: Readonly<Record<string, "succeeded" | "failed" | "discarded">> = {
  Success: "succeeded",
  Failure: "failed",
  Discarded: "discarded",
};
