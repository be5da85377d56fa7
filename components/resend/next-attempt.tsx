"use client";

import type { Resendable } from "@/components/resend/resendable";
import { isHeld } from "@/components/status/held";
import { useByNow } from "@/components/time/clock";
import { RelativeTime } from "@/components/time/time";

/** When it is sent next: a countdown, or what it waits for. */
export function NextAttempt({ row }: { row: Resendable }) {
  if (row.status === "Processing") return <span className="text-ink-muted">now</span>;
  if (row.status !== "Scheduled" && row.status !== "Retry") return <span className="text-ink-muted">–</span>;
  return <Turn row={row} />;
}

type HeldTurnProps = { endpoint: NonNullable<Resendable["endpoint_metadata"]>; probeAt: string | null };

/** What a held one waits for: somebody who resumes its endpoint, or the probe of its circuit breaker. */
function HeldTurn({ endpoint, probeAt }: HeldTurnProps) {
  const isToCome = useByNow((now) => probeAt !== null && Date.parse(probeAt) > now);
  if (endpoint.status === "paused") return <span title={endpoint.status_reason}>once resumed</span>;
  return <span title={endpoint.status_reason}>probe {isToCome ? <RelativeTime at={probeAt} /> : "due"}</span>;
}

/** When the turn of a waiting one comes. */
function Turn({ row }: { row: Resendable }) {
  const { metadata, endpoint_metadata: endpoint, device_metadata: device } = row;
  const at = metadata.next_send_time;
  const isDue = useByNow((now) => at === null || Date.parse(at) <= now);
  if (endpoint && isHeld(row)) return <HeldTurn endpoint={endpoint} probeAt={at} />;
  if (isDue && device?.status === "offline") return <span>once online</span>;
  return isDue ? <span>due</span> : <RelativeTime at={at} />;
}
