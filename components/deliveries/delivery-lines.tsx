import { describeDelivery } from "@/components/deliveries/describe-delivery";
import { nameDestination } from "@/components/deliveries/name-destination";
import { DeliveryBadge } from "@/components/status/status-badge";
import { RelativeTime } from "@/components/time/time";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import type { EventDelivery } from "@/lib/nouns/deliveries/schemas";

type DeliveryLinesProps = { projectID: string; deliveries: readonly EventDelivery[]; showType?: boolean };

/** A compact list of deliveries, each with the reason of its state. */
export function DeliveryLines({ projectID, deliveries, showType = false }: DeliveryLinesProps) {
  return (
    <ul className="divide-y rounded border">
      {deliveries.map((delivery) => (
        <li key={delivery.uid}>
          <Link
            href={`/projects/${projectID}/deliveries/${delivery.uid}`}
            className="grid grid-cols-[6rem_minmax(0,1fr)_auto] items-center gap-x-3 max-sm:grid-cols-[minmax(0,1fr)_auto] rounded px-3 py-2 text-sm hover:bg-hover"
          >
            <DeliveryBadge delivery={delivery} className="max-sm:order-first" />
            <span className="truncate max-sm:order-2 max-sm:col-span-2">
              {showType && <span className="font-medium">{delivery.event_type} </span>}
              <span className={showType ? "text-ink-muted" : "font-medium"}>
                {showType && "to "}
                {nameDestination(delivery) ?? "deleted endpoint"}
              </span>
            </span>
            <RelativeTime at={delivery.created_at} className="text-ink-muted" />
            <span className="line-clamp-2 text-ink-muted max-sm:order-3 sm:col-start-2 max-sm:col-span-2 sm:col-span-2">
              {describeDelivery(delivery)}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Placeholders of the height of the lines, whose reason takes one line on wide screens. */
export function DeliveryLinesSkeleton({ count }: { count: number }) {
  const names = Array.from({ length: count }, (_, line) => `line-${line}`);
  return (
    <div role="status" aria-label="Loading deliveries" className="divide-y rounded border">
      {names.map((name) => (
        <div key={name} className="flex h-14 items-center px-3 max-sm:h-24">
          <Skeleton className="w-48" />
        </div>
      ))}
    </div>
  );
}
