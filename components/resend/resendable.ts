import type { DeliveryStatus } from "@/lib/kernel/vocabulary";

/** What event deliveries and meta events have in common: a status, and where they stand in their retries. */
export type Resendable = {
  uid: string;
  status: DeliveryStatus;
  metadata: { num_trials: number; next_send_time: string | null };
  endpoint_metadata?: { status: string; status_reason: string } | null;
  device_metadata?: { status: string } | null;
};

const SOON_MS = 60_000;

/** Whether something will happen to it within a minute, so that looking often is worth it. */
export function isMoving({ status, metadata }: Resendable): boolean {
  if (status === "Scheduled" || status === "Processing") return true;
  if (status !== "Retry" || metadata.next_send_time === null) return false;
  return Date.parse(metadata.next_send_time) - Date.now() < SOON_MS;
}

/** Whether it can be sent again: everything but what is being sent at this moment. */
export function canResend({ status }: Pick<Resendable, "status">): boolean {
  return status !== "Processing";
}
