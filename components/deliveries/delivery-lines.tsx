import Link from "next/link";
import { describeDelivery } from "@/components/deliveries/describe-delivery";
import { nameDestination } from "@/components/deliveries/name-destination";
import { DeliveryBadge } from "@/components/status/status-badge";
import { RelativeTime } from "@/components/time/time";
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
