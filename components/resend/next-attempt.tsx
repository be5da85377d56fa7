"use client";

import type { Resendable } from "@/components/resend/resendable";
import { useNow } from "@/components/time/clock";
import { RelativeTime } from "@/components/time/time";

/** When it is sent next: a countdown, or what it waits for. */
export function NextTry({ row }: { row: Resendable }) {
  if (row.status === "Processing") return <span className="text-ink-muted">now</span>;
  if (row.status !== "Scheduled" && row.status !== "Retry") return <span className="text-ink-muted">–</span>;
  return <Turn row={row} />;
}

/** When the turn of a waiting one comes. */
function Turn({ row }: { row: Resendable }) {
  const now = useNow();
  const { metadata, endpoint_metadata: endpoint, device_metadata: device } = row;
  if (endpoint?.status === "paused" || endpoint?.status === "pending") {
    return <span title={endpoint.status_reason}>held, {endpoint.status}</span>;
  }
  const isDue = metadata.next_send_time === null || Date.parse(metadata.next_send_time) <= now;
  if (isDue && device?.status === "offline") return <span>once online</span>;
  return isDue ? <span>due</span> : <RelativeTime at={metadata.next_send_time} />;
}
