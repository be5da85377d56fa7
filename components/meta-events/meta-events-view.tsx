"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { usePollWhile } from "@/components/data/use-poll";
import { columnHelper } from "@/components/data-table/features";
import { ListView } from "@/components/data-table/list-view";
import { useListQuery } from "@/components/data-table/use-list-query";
import { usePanel } from "@/components/layout/use-panel";
import { MetaEventFilters } from "@/components/meta-events/meta-event-filters";
import { MetaEventPanel } from "@/components/meta-events/meta-event-panel";
import { NoMetaEvents } from "@/components/meta-events/no-meta-events";
import { metaEventListRead } from "@/components/meta-events/queries";
import { useResendMetaEvents } from "@/components/meta-events/use-resend-meta-events";
import { NextAttempt } from "@/components/resend/next-attempt";
import { isMoving } from "@/components/resend/resendable";
import { PanelLink, RowActionsProvider, RowResend } from "@/components/resend/row-actions";
import { useMay } from "@/components/session/me";
import { DeliveryStatusBadge } from "@/components/status/status-badge";
import { RelativeTime } from "@/components/time/time";
import { metaEventListReader } from "@/lib/nouns/meta-events/list-reader";
import type { MetaEvent } from "@/lib/nouns/meta-events/schemas";
import type { Page } from "@/lib/wire/fields";

const helper = columnHelper<MetaEvent>();

const COLUMNS = helper.columns([
  helper.accessor("status", {
    header: "Status",
    meta: { width: "w-32", card: "status" },
    cell: ({ getValue }) => <DeliveryStatusBadge status={getValue()} />,
  }),
  helper.accessor("event_type", {
    header: "Kind",
    meta: { card: "title" },
    cell: ({ row }) => <PanelLink id={row.id}>{row.original.event_type}</PanelLink>,
  }),
  helper.accessor("description", {
    header: "State",
    meta: { card: "detail" },
    cell: ({ getValue }) => <span className="text-ink-muted">{getValue()}</span>,
  }),
  helper.accessor((event) => event.metadata.num_trials, {
    id: "attempts",
    header: "Attempts",
    meta: { width: "w-16", align: "right", from: "lg" },
  }),
  helper.display({
    id: "next",
    header: "Next attempt",
    meta: { width: "w-28", align: "right", from: "lg" },
    cell: ({ row }) => <NextAttempt row={row.original} />,
  }),
  helper.accessor("created_at", {
    header: "Created",
    meta: { width: "w-28", align: "right", card: "time" },
    cell: ({ getValue }) => <RelativeTime at={getValue()} className="text-ink-muted" />,
  }),
  helper.display({
    id: "actions",
    header: () => <span className="sr-only">Actions</span>,
    meta: { width: "w-32", align: "right", card: "action" },
    cell: ({ row }) => <RowResend row={row.original} />,
  }),
]);

const NO_ROWS: MetaEvent[] = [];

export function MetaEventsView({ projectID }: { projectID: string }) {
  const list = useListQuery(metaEventListReader);
  const panel = usePanel(`/projects/${projectID}/meta-events`);
  const mayResend = useMay(projectID, "operate");
  const { resend, pending } = useResendMetaEvents(projectID);
  const result = useQuery({
    ...metaEventListRead(projectID, list.sent),
    placeholderData: keepPreviousData,
    refetchInterval: usePollWhile((page: Page<MetaEvent>) => page.content.some(isMoving)),
  });
  const rows = result.data?.content ?? NO_ROWS;

  return (
    <RowActionsProvider
      addressOf={panel.addressOf}
      open={panel.open}
      resend={mayResend ? (id) => void resend(rows.filter(({ uid }) => uid === id)) : null}
      pending={pending}
    >
      <ListView
        title="Meta events"
        noun="meta events"
        note="What happened in this project itself, told to an address of yours."
        list={list}
        result={result}
        filters={<MetaEventFilters {...list} />}
        empty={<NoMetaEvents projectID={projectID} />}
        table={{
          columns: COLUMNS,
          rowID: ({ uid }) => uid,
          openID: panel.openID,
          onMove: ({ uid }) => panel.openID !== null && panel.open(uid),
          ...(mayResend && { rowKeys: { r: (event: MetaEvent) => void resend([event]) } }),
        }}
      />
      {panel.openID && (
        <MetaEventPanel
          projectID={projectID}
          metaEventID={panel.openID}
          known={rows.find(({ uid }) => uid === panel.openID)}
          onClose={panel.close}
        />
      )}
    </RowActionsProvider>
  );
}
