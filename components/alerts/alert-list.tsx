"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { CircleCheck, Siren, TriangleAlert } from "lucide-react";
import { AcknowledgeAlert } from "@/components/alerts/acknowledge-alert";
import { AlertFilters } from "@/components/alerts/alert-filters";
import { alertListRead } from "@/components/alerts/queries";
import { EmptyState } from "@/components/data/empty-state";
import { usePoll } from "@/components/data/use-poll";
import { columnHelper } from "@/components/data-table/features";
import { ListView } from "@/components/data-table/list-view";
import { RowLink } from "@/components/data-table/row-link";
import { useListQuery } from "@/components/data-table/use-list-query";
import { StatusMark } from "@/components/status/status-badge";
import type { StatusLook } from "@/components/status/status-words";
import { formatSeconds } from "@/components/time/format-time";
import { RelativeTime } from "@/components/time/time";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { alertListReader } from "@/lib/nouns/alerts/list-reader";
import type { Alert } from "@/lib/nouns/alerts/schemas";

const NEW: StatusLook = { word: "New", tone: "failure", icon: TriangleAlert, meaning: "Nobody has acknowledged it." };
const SEEN: StatusLook = { word: "Acknowledged", tone: "success", icon: CircleCheck, meaning: "Somebody has seen it." };

const helper = columnHelper<Alert>();

const COLUMNS = helper.columns([
  helper.accessor("acknowledged_at", {
    header: "State",
    meta: { width: "w-36", card: "status" },
    cell: ({ getValue }) => <StatusMark look={getValue() === null ? NEW : SEEN} />,
  }),
  helper.accessor("message", {
    header: "What happened",
    meta: { card: "title" },
    cell: ({ row: { original } }) => (
      <RowLink href={`/projects/${original.project_id}/subscriptions/${original.subscription_id}`}>
        <span title={original.message}>{original.message}</span>
      </RowLink>
    ),
  }),
  helper.accessor("failures", {
    header: "Failed attempts",
    meta: { width: "w-36", align: "right", from: "lg" },
    cell: ({ row: { original } }) =>
      `${original.failures.toLocaleString("en")} in ${formatSeconds(original.threshold_seconds)}`,
  }),
  helper.display({
    id: "deliveries",
    header: "Look at",
    meta: { width: "w-44", card: "detail" },
    cell: ({ row: { original } }) => (
      <Link
        href={`/projects/${original.project_id}/deliveries?subscriptionId=${original.subscription_id}&status=Retry,Failure`}
        className="text-accent underline-offset-2 hover:underline"
      >
        Deliveries that failed
      </Link>
    ),
  }),
  helper.accessor("created_at", {
    header: "Raised",
    meta: { width: "w-28", align: "right", card: "time" },
    cell: ({ getValue }) => <RelativeTime at={getValue()} className="text-ink-muted" />,
  }),
  helper.display({
    id: "actions",
    header: () => <span className="sr-only">Actions</span>,
    meta: { width: "w-40", align: "right", card: "action" },
    cell: ({ row }) => <AcknowledgeAlert alert={row.original} />,
  }),
]);

export function AlertList({ projectID }: { projectID: string }) {
  const list = useListQuery(alertListReader);
  const result = useQuery({
    ...alertListRead(projectID, list.sent),
    placeholderData: keepPreviousData,
    refetchInterval: usePoll(10_000),
  });
  return (
    <ListView
      title="Alerts"
      noun="alerts"
      note="Raised when too many of a subscription's attempts fail within its window."
      list={list}
      result={result}
      filters={<AlertFilters {...list} projectID={projectID} />}
      table={{ columns: COLUMNS, rowID: ({ uid }) => uid }}
      empty={
        <EmptyState
          icon={Siren}
          title="No alert yet"
          action={
            <Button asChild>
              <Link href={`/projects/${projectID}/subscriptions`}>Subscriptions</Link>
            </Button>
          }
        >
          <p>A subscription raises one when as many of its attempts fail, within as long a time, as its rule says.</p>
        </EmptyState>
      }
    />
  );
}
