import Link from "next/link";
import { DeliveryStatusBadge } from "@/components/status/status-badge";
import { RelativeTime } from "@/components/time/time";
import type { EventDelivery } from "@/lib/deliveries/schemas";

type DeliveryLinesProps = { projectID: string; deliveries: readonly EventDelivery[]; showType?: boolean };

/** A few deliveries in little room, each with the reason of its state. */
export function DeliveryLines({ projectID, deliveries, showType = false }: DeliveryLinesProps) {
  return (
    <ul className="divide-y rounded border">
      {deliveries.map((delivery) => (
        <li key={delivery.uid}>
          <Link
            href={`/projects/${projectID}/deliveries/${delivery.uid}`}
            className="grid grid-cols-[6.5rem_minmax(0,1fr)_auto] items-center gap-x-3 rounded px-3 py-2 text-sm hover:bg-hover"
          >
            <DeliveryStatusBadge status={delivery.status} />
            <span className="truncate">
              {showType && <span className="font-medium">{delivery.event_type} </span>}
              <span className={showType ? "text-ink-muted" : "font-medium"}>
                {showType && "to "}
                {delivery.endpoint_metadata?.name ?? "deleted endpoint"}
              </span>
            </span>
            <RelativeTime at={delivery.created_at} className="text-ink-muted" />
            <span className="col-span-2 col-start-2 truncate text-ink-muted">{delivery.description}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
