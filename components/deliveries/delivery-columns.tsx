"use client";

import { columnHelper } from "@/components/data-table/features";
import { Note } from "@/components/data-table/note";
import { describeDelivery } from "@/components/deliveries/describe-delivery";
import { nameDestination } from "@/components/deliveries/name-destination";
import { canCancel } from "@/components/deliveries/use-cancel-deliveries";
import { RowTags } from "@/components/events/row-tags";
import { NextAttempt } from "@/components/resend/next-attempt";
import { PanelLink, RowResend } from "@/components/resend/row-actions";
import { RowMenu } from "@/components/resend/row-menu";
import { DeliveryBadge } from "@/components/status/status-badge";
import { RelativeTime } from "@/components/time/time";
import type { EventDelivery } from "@/lib/nouns/deliveries/schemas";

const helper = columnHelper<EventDelivery>();

export const DELIVERY_COLUMNS = helper.columns([
  helper.accessor("status", {
    header: "Status",
    meta: { width: "w-32", card: "status", fits: true },
    cell: ({ row }) => <DeliveryBadge delivery={row.original} />,
  }),
  helper.accessor("event_type", {
    header: "Event type",
    meta: { card: "title" },
    cell: ({ row }) => (
      <>
        <PanelLink id={row.id}>{row.original.event_type || "no type"}</PanelLink>
        <RowTags tags={row.original.event_metadata?.tags} />
      </>
    ),
  }),
  helper.accessor((delivery) => nameDestination(delivery) ?? "", {
    id: "endpoint",
    header: "To",
    meta: { card: "detail" },
    cell: ({ getValue }) => <span title={getValue()}>{getValue()}</span>,
  }),
  helper.accessor(describeDelivery, {
    id: "state",
    header: "State",
    meta: { width: "w-[27%]", from: "xl", card: "note", fits: true },
    cell: ({ getValue, row }) => (
      // On the phone a success needs no second word.
      <span className={row.original.status === "Success" ? "max-md:hidden" : undefined}>
        <Note text={getValue()} />
      </span>
    ),
  }),
  helper.accessor((delivery) => delivery.metadata.num_trials, {
    id: "attempts",
    header: "Attempts",
    meta: { width: "w-16", align: "right", from: "lg", fits: true },
  }),
  helper.display({
    id: "next",
    header: "Next attempt",
    meta: { width: "w-32", align: "right", from: "lg" },
    cell: ({ row }) => <NextAttempt row={row.original} />,
  }),
  helper.accessor("created_at", {
    header: "Created",
    meta: { width: "w-24", align: "right", card: "time", fits: true },
    cell: ({ getValue }) => <RelativeTime at={getValue()} className="text-ink-muted" />,
  }),
  helper.display({
    id: "actions",
    header: () => <span className="sr-only">Actions</span>,
    meta: { width: "w-42", align: "right", card: "action" },
    cell: ({ row }) => (
      <span className="inline-flex items-center gap-1">
        <RowMenu id={row.id} canCancel={canCancel(row.original)} />
        <RowResend row={row.original} />
      </span>
    ),
  }),
]);
