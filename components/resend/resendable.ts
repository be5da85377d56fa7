import type { DeliveryStatus, EndpointStatus } from "@/lib/kernel/vocabulary";

/** What event deliveries and meta events have in common: a status, and the state of their retries. */
export type Resendable = {
  uid: string;
  status: DeliveryStatus;
  metadata: { num_trials: number; next_send_time: string | null };
  endpoint_metadata?: { status: EndpointStatus; status_reason: string } | null;
  device_metadata?: { status: string } | null;
  event_metadata?: { deliver_at?: string | null | undefined } | null;
};

const SOON_MS = 60_000;

/** Whether something will happen to it within a minute, so that polling often is worth it. */
export function isMoving({ status, metadata }: Resendable): boolean {
  const { next_send_time } = metadata;
  if (status === "Processing") return true;
  if (status === "Scheduled" && next_send_time === null) return true;
  if ((status !== "Scheduled" && status !== "Retry") || next_send_time === null) return false;
  return Date.parse(next_send_time) - Date.now() < SOON_MS;
}

/** Whether it waits for the time that its event asked for. */
export function isDelayed({ status, metadata: { next_send_time }, event_metadata: event }: Resendable): boolean {
  return status === "Scheduled" && next_send_time !== null && next_send_time === event?.deliver_at;
}

/** Whether it can be resent: everything except what is in flight. */
export function canResend({ status }: Pick<Resendable, "status">): boolean {
  return status !== "Processing";
}
