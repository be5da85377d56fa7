"use client";

import { useQuery } from "@tanstack/react-query";
import { ErrorState } from "@/components/data/error-state";
import { livePace, usePoll } from "@/components/data/use-poll";
import { DeliveryLines } from "@/components/deliveries/delivery-lines";
import { deliveryListRead } from "@/components/deliveries/queries";
import { useStays } from "@/components/late/use-stays";
import { isMoving } from "@/components/resend/resendable";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import type { EventDelivery } from "@/lib/nouns/deliveries/schemas";
import type { Event } from "@/lib/nouns/events/schemas";
import type { Page } from "@/lib/wire/fields";

const pace = livePace((page: Page<EventDelivery>) => page.content.some(isMoving));

const SHOWN = 20;

/** Where the event went: one row for each delivery. */
export function EventDeliveries({ projectID, event }: { projectID: string; event: Event }) {
  const eventID = event.uid;
  const read = deliveryListRead(projectID, { eventId: eventID, perPage: SHOWN });
  const { data, error, refetch } = useQuery({ ...read, refetchInterval: usePoll(pace), enabled: useStays(eventID) });
  const home = `/projects/${projectID}/deliveries`;

  if (error && !data) return <ErrorState title="Its deliveries could not be loaded" error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-24 w-full" />;
  if (data.content.length === 0) {
    const isWaiting = event.status === "Pending" || event.status === "Processing";
    return <p className="text-ink-muted text-sm">{isWaiting ? "It is being routed." : "It has no delivery."}</p>;
  }
  return (
    <>
      <DeliveryLines projectID={projectID} deliveries={data.content} />
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
