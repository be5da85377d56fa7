import { type Query, read } from "@/components/data/read";
import type { DeliveryStatus } from "@/lib/vocabulary";

export const deliveryListRead = (projectID: string, query: Query) =>
  read("/v1/projects/{projectID}/eventdeliveries", { projectID }, { ...query, view: "summary" });

export const deliveryRead = (projectID: string, deliveryID: string) =>
  read("/v1/projects/{projectID}/eventdeliveries/{eventDeliveryID}", { projectID, eventDeliveryID: deliveryID });

export const attemptsRead = (projectID: string, deliveryID: string) =>
  read("/v1/projects/{projectID}/eventdeliveries/{eventDeliveryID}/deliveryattempts", {
    projectID,
    eventDeliveryID: deliveryID,
  });

const SOON_MS = 60_000;

type Waiting = { status: DeliveryStatus; metadata: { next_send_time: string | null } };

/** Whether something will happen to it within a minute, so that looking often is worth it. */
export function isMoving({ status, metadata }: Waiting): boolean {
  if (status === "Scheduled" || status === "Processing") return true;
  if (status !== "Retry" || metadata.next_send_time === null) return false;
  return Date.parse(metadata.next_send_time) - Date.now() < SOON_MS;
}

/** Whether it can be sent again: everything but what is being sent at this moment. */
export function canResend({ status }: { status: DeliveryStatus }): boolean {
  return status !== "Processing";
}
