import type { DeliveryStatus, EndpointStatus } from "@/lib/kernel/vocabulary";

/** What event deliveries and meta events have in common: a status, and the state of their retries. */
export type Resendable = {
  uid: string;
  status: DeliveryStatus;
  metadata: { num_trials: number; next_send_time: string | null };
  endpoint_metadata?: { status: EndpointStatus; status_reason: string } | null;
  device_metadata?: { status: string } | null;
};

const SOON_MS = 60_000;

/** Whether something will happen to it within a minute, so that polling often is worth it. */
export function isMoving({ status, metadata }: Resendable): boolean {
  if (status === "Scheduled" || status === "Processing") return true;
  if (status !== "Retry" || metadata.next_send_time === null) return false;
  return Date.parse(metadata.next_send_time) - Date.now() < SOON_MS;
}

/** Whether it can be resent: everything except what is in flight. */
export function canResend({ status }: Pick<Resendable, "status">): boolean {
  return status !== "Processing";
}
