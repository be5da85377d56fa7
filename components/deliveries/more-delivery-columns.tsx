"use client";

import { columnHelper } from "@/components/data-table/features";
import { DELIVERY_COLUMNS } from "@/components/deliveries/delivery-columns";
import { ShortID } from "@/components/ids/short-id";
import { SubscriptionName } from "@/components/subscriptions/subscription-name";
import { type ColumnChoice, idOf } from "@/components/views/arrange-columns";
import type { EventDelivery } from "@/lib/nouns/deliveries/schemas";
import type { DeliveryColumnId } from "@/lib/nouns/views/columns";

const helper = columnHelper<EventDelivery>();

/** Their ids are those that /v1 takes. */
const named = (id: DeliveryColumnId) => id;

const NONE = <span className="text-ink-muted">–</span>;

const MORE = helper.columns([
  helper.accessor("latency", {
    id: named("latency"),
    header: "Latency",
    meta: { width: "w-24", align: "right" },
    cell: ({ getValue }) => getValue() || NONE,
  }),
  helper.accessor((delivery) => delivery.source_metadata?.name ?? "", {
    id: named("source"),
    header: "Source",
    meta: { width: "w-36" },
    cell: ({ getValue }) => getValue() || <span className="text-ink-muted">API</span>,
  }),
  helper.accessor("subscription_id", {
    id: named("subscription"),
    header: "Subscription",
    meta: { width: "w-40" },
    cell: ({ getValue, row: { original } }) => {
      const id = getValue();
      return id === null ? NONE : <SubscriptionName projectID={original.project_id} subscriptionID={id} />;
    },
  }),
  helper.accessor("event_id", {
    id: named("event_id"),
    header: "Event id",
    meta: { width: "w-40" },
    cell: ({ getValue }) => <ShortID id={getValue()} what="event id" />,
  }),
  helper.accessor("idempotency_key", {
    id: named("idempotency_key"),
    header: "Idempotency key",
    meta: { width: "w-40" },
    cell: ({ getValue }) => (getValue() ? <span className="font-mono">{getValue()}</span> : NONE),
  }),
]);

/** The columns that a list of deliveries may have. What they show stands in the answer of the list, but for names of subscriptions. */
export const DELIVERY_COLUMN_CHOICE: ColumnChoice<EventDelivery> = {
  usual: DELIVERY_COLUMNS,
  more: MORE,
  fixed: named("event_type"),
};

/** The columns for the deliveries of one endpoint: all go to the same. */
export const ENDPOINT_DELIVERY_COLUMN_CHOICE: ColumnChoice<EventDelivery> = {
  ...DELIVERY_COLUMN_CHOICE,
  usual: DELIVERY_COLUMNS.filter((column) => idOf(column) !== named("endpoint")),
};
