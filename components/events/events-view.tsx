"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import dynamic from "next/dynamic";
import { EmptyState } from "@/components/data/empty-state";
import { livePace, usePoll } from "@/components/data/use-poll";
import { columnHelper } from "@/components/data-table/features";
import { ListView } from "@/components/data-table/list-view";
import { Note } from "@/components/data-table/note";
import { useHeldRows } from "@/components/data-table/use-held-rows";
import { useListQuery } from "@/components/data-table/use-list-query";
import { holdingEndpointsRead } from "@/components/endpoints/queries";
import { DeliveryCounts } from "@/components/events/delivery-counts";
import { EventFilters } from "@/components/events/event-filters";
import { MORE_EVENT_COLUMNS } from "@/components/events/more-event-columns";
import { eventListRead } from "@/components/events/queries";
import { RowReplay } from "@/components/events/replay-event";
import { RowTags } from "@/components/events/row-tags";
import { SearchExtent, SearchTooLong } from "@/components/events/search-extent";
import { useAhead } from "@/components/late/use-touched";
import { usePanel } from "@/components/layout/use-panel";
import { FirstSteps } from "@/components/projects/late-first-steps";
import { PanelLink, RowActionsProvider } from "@/components/resend/row-actions";
import { EventStatusBadge } from "@/components/status/status-badge";
import { RelativeTime } from "@/components/time/time";
import type { ColumnChoice } from "@/components/views/arrange-columns";
import { useColumnChoice } from "@/components/views/use-column-choice";
import { ViewBar } from "@/components/views/view-bar";
import type { ApiError } from "@/lib/api/client";
import type { FieldError } from "@/lib/kernel/errors";
import { eventListReader } from "@/lib/nouns/events/list-reader";
import type { Event } from "@/lib/nouns/events/schemas";
import { isSearch, REPEATED_FILTERS } from "@/lib/nouns/events/search-conditions";
import type { Page } from "@/lib/wire/fields";

const helper = columnHelper<Event>();

const COLUMNS = helper.columns([
  helper.accessor("status", {
    header: "Status",
    meta: { width: "w-32", card: "status", fits: true },
    cell: ({ getValue }) => <EventStatusBadge status={getValue()} />,
  }),
  helper.accessor("event_type", {
    header: "Event type",
    meta: { card: "title" },
    cell: ({ row }) => (
      <>
        <PanelLink id={row.id}>{row.original.event_type || "no type"}</PanelLink>
        {row.original.is_duplicate_event && <span className="ml-2 text-ink-muted">duplicate</span>}
        <RowTags tags={row.original.tags} />
      </>
    ),
  }),
  helper.accessor((event) => event.source_metadata?.name ?? "", {
    id: "source",
    header: "Source",
    meta: { card: "detail" },
    cell: ({ getValue, row }) => (
      <>
        {getValue() || <span className="text-ink-muted">API</span>}
        <span className="ml-3 md:hidden">
          <DeliveryCounts event={row.original} />
        </span>
      </>
    ),
  }),
  helper.accessor("status_reason", {
    id: "reason",
    header: "Reason",
    meta: { width: "w-[32%]", from: "xl", card: "note", fits: true },
    cell: ({ getValue }) => getValue() && <Note text={getValue()} />,
  }),
  helper.accessor("deliveries", {
    header: "Deliveries",
    meta: { width: "w-40", fits: true },
    cell: ({ row }) => <DeliveryCounts event={row.original} />,
  }),
  helper.accessor("created_at", {
    header: "Received",
    meta: { width: "w-28", align: "right", card: "time", fits: true },
    cell: ({ getValue }) => <RelativeTime at={getValue()} className="text-ink-muted" />,
  }),
  helper.display({
    id: "actions",
    header: () => <span className="sr-only">Actions</span>,
    meta: { width: "w-32", align: "right", card: "action" },
    cell: ({ row }) => <RowReplay event={row.original} />,
  }),
]);

const COLUMN_CHOICE: ColumnChoice<Event> = { usual: COLUMNS, more: MORE_EVENT_COLUMNS, fixed: "event_type" };

// A reader of an empty list waits for the first row.
const pace = livePace(
  ({ content }: Page<Event>) =>
    content.length === 0 ||
    content.some(({ status, deliveries }) => status === "Pending" || (deliveries?.Processing ?? 0) > 0),
);

const loadPanel = () => import("@/components/events/event-panel").then((module) => module.EventPanel);
const EventPanel = dynamic(loadPanel);

const NO_ROWS: Event[] = [];
const NOTHING_PENDING: ReadonlySet<string> = new Set();

export function EventsView({ projectID }: { projectID: string }) {
  const list = useListQuery(eventListReader, REPEATED_FILTERS);
  const { columns, leastWidth, ...chosenColumns } = useColumnChoice(COLUMN_CHOICE);
  const panel = usePanel(`/projects/${projectID}/events`);
  useAhead(loadPanel);
  const fresh = useQuery({
    ...eventListRead(projectID, list.sent),
    placeholderData: keepPreviousData,
    refetchInterval: usePoll(pace),
  });
  // The counts of each row ask which endpoints hold: this one keeps the answer fresh.
  useQuery({ ...holdingEndpointsRead(projectID), refetchInterval: usePoll(10_000) });
  const { result, waiting } = useHeldRows({
    result: fresh,
    list,
    readUntil: (endDate) => eventListRead(projectID, { ...list.sent, endDate }),
    isSelecting: false,
    pending: NOTHING_PENDING,
  });
  const rows = result.data?.content ?? NO_ROWS;
  const { startDate = null, endDate = null } = list.values;
  const refused = isSearch(list.values) && findRefusal(result.error);

  return (
    <RowActionsProvider addressOf={panel.addressOf} open={panel.open} resend={null} pending={NOTHING_PENDING}>
      <ListView
        title="Events"
        noun="events"
        list={list}
        result={result}
        waiting={waiting}
        filters={
          <>
            <ViewBar
              projectID={projectID}
              list="events"
              reader={eventListReader}
              sent={list.sent}
              isFiltered={list.isFiltered}
              columns={chosenColumns}
            />
            <EventFilters {...list} projectID={projectID} openEvent={panel.open} />
          </>
        }
        empty={
          <EmptyState icon={Inbox} title="No event yet">
            <p>An event is one message that came in. It is kept before the sender gets its answer.</p>
            <FirstSteps projectID={projectID} />
          </EmptyState>
        }
        failure={refused && <SearchTooLong message={refused.message} onRange={list.setFilters} />}
        table={{
          columns,
          leastWidth,
          rowID: ({ uid }) => uid,
          openID: panel.openID,
          onMove: ({ uid }) => panel.openID !== null && panel.open(uid),
        }}
      />
      {isSearch(list.values) && isLastPage(result) && (
        <SearchExtent range={{ startDate, endDate }} onRange={list.setFilters} />
      )}
      {panel.openID && (
        <EventPanel
          projectID={projectID}
          eventID={panel.openID}
          known={rows.find(({ uid }) => uid === panel.openID)}
          onClose={panel.close}
        />
      )}
    </RowActionsProvider>
  );
}

/** What the API says against the search itself, as of one that takes too long. */
function findRefusal(error: ApiError | null): FieldError | undefined {
  return error?.fields.find(({ path }) => path === "q" || path === "body" || path === "header");
}

function isLastPage({ data, error }: { data: Page<Event> | undefined; error: ApiError | null }): boolean {
  return data !== undefined && !error && !data.pagination.has_next_page;
}
