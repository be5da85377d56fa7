"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Mail } from "lucide-react";
import { NOTIFICATION_LOOK } from "@/components/alerting/problem-look";
import { type AlertingOf, notificationListRead } from "@/components/alerting/queries";
import { ROUTE_TYPE_NAMES } from "@/components/alerting/route-types";
import { EmptyState } from "@/components/data/empty-state";
import { usePoll } from "@/components/data/use-poll";
import { columnHelper } from "@/components/data-table/features";
import { ListView } from "@/components/data-table/list-view";
import { useListQuery } from "@/components/data-table/use-list-query";
import { StatusMark } from "@/components/status/status-badge";
import { RelativeTime } from "@/components/time/time";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/input";
import { NOTIFICATION_STATUSES } from "@/lib/kernel/alerting-words";
import { notificationListReader } from "@/lib/nouns/notifications/list-reader";
import type { Notification } from "@/lib/nouns/notifications/schemas";

const helper = columnHelper<Notification>();

const COLUMNS = helper.columns([
  helper.accessor("status", {
    header: "State",
    meta: { width: "w-28", card: "status" },
    cell: ({ getValue }) => <StatusMark look={NOTIFICATION_LOOK[getValue()]} />,
  }),
  helper.accessor("subject", {
    header: "Message",
    meta: { card: "title" },
    cell: ({ row: { original } }) => (
      <div className="min-w-0">
        <p className="truncate font-medium" title={original.body}>
          {original.subject}
        </p>
        {original.status !== "sent" && original.last_error && (
          <p className="truncate text-failure" title={original.last_error}>
            {original.last_error}
          </p>
        )}
      </div>
    ),
  }),
  helper.display({
    id: "to",
    header: "To",
    meta: { width: "w-44", card: "detail" },
    cell: ({ row: { original } }) => <span className="truncate text-ink-muted">{sayTo(original)}</span>,
  }),
  helper.accessor("tries", { header: "Tries", meta: { width: "w-16", align: "right", from: "lg" } }),
  helper.accessor("created_at", {
    header: "Made",
    meta: { width: "w-28", align: "right", card: "time" },
    cell: ({ getValue }) => <RelativeTime at={getValue()} className="text-ink-muted" />,
  }),
]);

function sayTo({ channel, route_name }: Notification): string {
  if (route_name !== null) return route_name;
  return channel === "chat" ? "Chat of the endpoint" : `${ROUTE_TYPE_NAMES.email} of the endpoint`;
}

/** What was sent to people, and what could not be. */
export function MessageList({ of }: { of: AlertingOf }) {
  const list = useListQuery(notificationListReader);
  const result = useQuery({
    ...notificationListRead(of, list.sent),
    placeholderData: keepPreviousData,
    refetchInterval: usePoll(10_000),
  });
  const [status = ""] = list.values.status;
  return (
    <ListView
      title="Messages"
      isPart
      noun="messages"
      note="What was sent along routes and to the people of endpoints in the last 30 days."
      list={list}
      result={result}
      filters={
        <search aria-label="Filter messages" className="flex flex-wrap items-center gap-2 px-4 pb-3 md:px-6">
          <Select
            aria-label="State"
            value={status}
            onChange={(event) => list.setFilters({ status: event.target.value })}
            className="w-44 max-md:w-full"
          >
            <option value="">Any state</option>
            {NOTIFICATION_STATUSES.map((one) => (
              <option key={one} value={one}>
                {NOTIFICATION_LOOK[one].word}
              </option>
            ))}
          </Select>
          {list.isFiltered && (
            <Button variant="ghost" onClick={list.clearFilters}>
              Clear filters
            </Button>
          )}
        </search>
      }
      table={{ columns: COLUMNS, rowID: ({ uid }) => uid }}
      empty={<EmptyState icon={Mail} title="No message yet" />}
    />
  );
}
