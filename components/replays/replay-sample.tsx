"use client";

import { useEndpointChoices } from "@/components/endpoints/queries";
import { DeliveryStatusBadge } from "@/components/status/status-badge";
import { RelativeTime } from "@/components/time/time";
import { Link } from "@/components/ui/link";
import type { Replay } from "@/lib/nouns/replays/schemas";

/** The oldest frozen deliveries, as they were found: to check the filter. */
export function ReplaySample({ projectID, replay }: { projectID: string; replay: Replay }) {
  const endpoints = useEndpointChoices(projectID);
  const { sample } = replay.preview;
  if (sample.length === 0) {
    return <p className="text-sm">No delivery fits this filter, so there is nothing to run.</p>;
  }
  return (
    <section aria-label="Sample">
      <h2 className="mb-2 font-medium text-base">The oldest {sample.length}, as they were found</h2>
      <ul className="divide-y rounded border">
        {sample.map(({ delivery_id: id, status, event_type, endpoint_id, created_at }) => (
          <li key={id}>
            <Link
              href={`/projects/${projectID}/deliveries/${id}`}
              className="grid grid-cols-[6rem_minmax(0,1fr)_auto] items-center gap-x-3 rounded px-3 py-2 text-sm hover:bg-hover"
            >
              <DeliveryStatusBadge status={status} />
              <span className="truncate">
                <span className="font-medium">{event_type || "no type"} </span>
                <span className="text-ink-muted">
                  to {endpoints.find(({ uid }) => uid === endpoint_id)?.name ?? "endpoint"}
                </span>
              </span>
              <RelativeTime at={created_at} className="text-ink-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
