"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { ErrorState } from "@/components/data/error-state";
import { livePace } from "@/components/data/live";
import { deliveryListRead } from "@/components/deliveries/queries";
import { isMoving } from "@/components/resend/resendable";
import { DeliveryStatusBadge } from "@/components/status/status-badge";
import { Skeleton } from "@/components/ui/skeleton";
import type { EventDelivery } from "@/lib/deliveries/schemas";
import type { Page } from "@/lib/fields";

const pace = livePace((page: Page<EventDelivery>) => page.content.some(isMoving));

const SHOWN = 20;

/** Where the event went: one line for each delivery. */
export function EventDeliveries({ projectID, eventID }: { projectID: string; eventID: string }) {
  const read = deliveryListRead(projectID, { eventId: eventID, perPage: SHOWN });
  const { data, error, refetch } = useQuery({ ...read, refetchInterval: pace });
  const home = `/projects/${projectID}/deliveries`;

  if (error && !data) return <ErrorState title="Its deliveries could not be loaded" error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-24 w-full" />;
  if (data.content.length === 0) {
    return <p className="text-ink-muted text-sm">It went nowhere: no subscription took it.</p>;
  }
  return (
    <>
      <ul className="divide-y rounded border">
        {data.content.map((delivery) => (
          <li key={delivery.uid}>
            <Link
              href={`${home}/${delivery.uid}`}
              className="flex min-h-10 flex-wrap items-center gap-x-3 rounded px-3 py-1.5 text-sm hover:bg-hover"
            >
              <DeliveryStatusBadge status={delivery.status} className="w-28" />
              <span className="min-w-0 flex-1 truncate font-medium">
                {delivery.endpoint_metadata?.name ?? "deleted endpoint"}
              </span>
              <span className="text-ink-muted">
                {delivery.metadata.num_trials} {delivery.metadata.num_trials === 1 ? "try" : "tries"}
              </span>
              <span className="w-full truncate text-ink-muted">{delivery.description}</span>
            </Link>
          </li>
        ))}
      </ul>
      {data.pagination.has_next_page && (
        <p className="mt-2 text-sm">
          <Link href={`${home}?eventId=${eventID}`} className="text-accent underline-offset-2 hover:underline">
            All deliveries of this event
          </Link>
        </p>
      )}
    </>
  );
}
