"use client";

import { columnHelper } from "@/components/data-table/features";
import { ShortID } from "@/components/ids/short-id";
import type { Event } from "@/lib/nouns/events/schemas";
import { MAX_SHOWN_ENDPOINTS } from "@/lib/nouns/events/shown-endpoints";
import type { EventColumnId } from "@/lib/nouns/views/columns";

const helper = columnHelper<Event>();

/** Their ids are those that /v1 takes. */
const named = (id: EventColumnId) => id;

/** Columns that a list of events usually has not. All that they show stands in the answer of the list. */
export const MORE_EVENT_COLUMNS = helper.columns([
  helper.accessor((event) => event.endpoints.length, {
    id: named("endpoints"),
    header: "Endpoints",
    meta: { width: "w-24", align: "right" },
    cell: ({ getValue }) => (getValue() < MAX_SHOWN_ENDPOINTS ? getValue() : `${MAX_SHOWN_ENDPOINTS}+`),
  }),
  helper.accessor("uid", {
    id: named("uid"),
    header: "Event id",
    meta: { width: "w-40" },
    cell: ({ getValue }) => <ShortID id={getValue()} what="event id" />,
  }),
  helper.accessor("idempotency_key", {
    id: named("idempotency_key"),
    header: "Idempotency key",
    meta: { width: "w-40" },
    cell: ({ getValue }) =>
      getValue() ? <span className="font-mono">{getValue()}</span> : <span className="text-ink-muted">–</span>,
  }),
]);
