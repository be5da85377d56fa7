"use client";

import { Sparkline } from "@/components/charts/sparkline";
import { totalOf } from "@/components/charts/total-of";
import { Figure } from "@/components/data-table/figure";
import { CertificateMark } from "@/components/endpoints/certificates";
import { useEndpointCause, useEndpointDay } from "@/components/endpoints/endpoint-days";
import { formatSuccess } from "@/components/endpoints/format-rate";
import { IncidentState } from "@/components/incidents/incident-state";
import { formatDurationMs } from "@/components/time/format-time";
import { cn } from "@/components/ui/class-names";
import type { Endpoint } from "@/lib/nouns/endpoints/schemas";

type CellProps = { endpoint: Endpoint };

/** Why the endpoint fails now, or else where it is: in one line, so that no row moves when the cause is known. */
export function CauseCell({ endpoint }: CellProps) {
  const cause = useEndpointCause(endpoint.uid);
  if (!cause) {
    return (
      <>
        <CertificateMark certificates={endpoint.tls_certificates} />
        <span className="font-mono">{endpoint.url}</span>
      </>
    );
  }
  return (
    <span className="text-failure" title={endpoint.url}>
      {cause.title}, <IncidentState incident={cause} />
    </span>
  );
}

/** Attempts of the last day by the hour, the failed ones in red. */
export function DayCell({ endpoint }: CellProps) {
  const day = useEndpointDay(endpoint.uid);
  if (!day) return null;
  const [made, failed] = [totalOf(day.attempts), totalOf(day.attempts_failed)];
  return (
    <Sparkline
      counts={day.attempts}
      bad={day.attempts_failed}
      label={`${made.toLocaleString("en")} attempts in 24 hours, ${failed.toLocaleString("en")} failed`}
    />
  );
}

export function SuccessCell({ endpoint }: CellProps) {
  const rate = useEndpointDay(endpoint.uid)?.success_rate;
  if (rate === undefined) return null;
  if (rate === null) return <Figure value={null} />;
  return <span className={cn(rate <= 50 && "font-medium text-failure")}>{formatSuccess(rate)}</span>;
}

export function LatencyCell({ endpoint }: CellProps) {
  const p95 = useEndpointDay(endpoint.uid)?.p95_ms;
  if (p95 === undefined) return null;
  return p95 === null ? <Figure value={null} /> : formatDurationMs(p95);
}

export function WaitingCell({ endpoint }: CellProps) {
  const waiting = useEndpointDay(endpoint.uid)?.waiting;
  if (waiting === undefined) return null;
  return <Figure value={waiting} />;
}
