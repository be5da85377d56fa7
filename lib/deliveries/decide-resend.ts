/** Why a delivery cannot be resent as it stands, in a sentence, or null when it can. Pure: the rules of every resend. */
export function refuseResend(
  delivery: { status: string },
  endpoint: { name: string; status: string } | null,
  options: { force: boolean; hint: string },
): string | null {
  if (delivery.status === "Success" && !options.force) return `This delivery succeeded. ${options.hint}`;
  if (!endpoint) return "The endpoint of this delivery was deleted.";
  if (endpoint.status === "inactive") return `The endpoint ${endpoint.name} is inactive. Activate it, then resend.`;
  return null;
}

/** Which counter a resend takes back: a delivery that waits again has not ended any more. */
export const OUTCOME_COLUMNS: Readonly<Record<string, "succeeded" | "failed" | "discarded">> = {
  Success: "succeeded",
  Failure: "failed",
  Discarded: "discarded",
};
