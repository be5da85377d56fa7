"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Plus, Split } from "lucide-react";
import { EmptyState } from "@/components/data/empty-state";
import { columnHelper } from "@/components/data-table/features";
import { ListView } from "@/components/data-table/list-view";
import { MultiFilter } from "@/components/data-table/multi-filter";
import { NameFilter } from "@/components/data-table/name-filter";
import { RowLink } from "@/components/data-table/row-link";
import { useListQuery } from "@/components/data-table/use-list-query";
import { useEndpointChoices } from "@/components/endpoints/queries";
import { REPEATED, ReferenceChips } from "@/components/references/reference-chips";
import { useMay } from "@/components/session/me";
import { toFilterText } from "@/components/subscriptions/filter-text";
import { subscriptionListRead } from "@/components/subscriptions/queries";
import {
  DayCell,
  DayWords,
  MatchedCell,
  SuccessCell,
  WaitingCell,
} from "@/components/subscriptions/subscription-cells";
import { SubscriptionDaysProvider } from "@/components/subscriptions/subscription-days";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { subscriptionListReader } from "@/lib/nouns/subscriptions/list-reader";
import type { Subscription } from "@/lib/nouns/subscriptions/schemas";

const helper = columnHelper<Subscription>();

const COLUMNS = helper.columns([
  helper.accessor("name", {
    header: "Name",
    meta: { card: "status" },
    cell: ({ row: { original } }) => (
      <RowLink href={`/projects/${original.project_id}/subscriptions/${original.uid}`}>{original.name}</RowLink>
    ),
  }),
  helper.accessor((subscription) => subscription.source_metadata?.name ?? "", {
    id: "source",
    header: "From",
    meta: { width: "w-44" },
    cell: ({ getValue, row }) =>
      getValue() || <span className="text-ink-muted">{row.original.type === "cli" ? "All" : "API"}</span>,
  }),
  helper.accessor(
    (subscription) => subscription.endpoint_metadata?.name ?? subscription.device_metadata?.host_name ?? "",
    {
      id: "endpoint",
      header: "To",
      meta: { width: "w-44", card: "title" },
    },
  ),
  helper.accessor((subscription) => subscription.filter_config.event_types.join(", "), {
    id: "events",
    header: "Event types",
    meta: { card: "detail" },
    cell: ({ getValue }) => <span className="font-mono">{getValue()}</span>,
  }),
  helper.accessor((subscription) => toFilterText(subscription.filter_config.filter), {
    id: "filter",
    header: "Filter",
    meta: { width: "w-20", from: "lg" },
    cell: ({ getValue }) =>
      getValue() === "" ? <span className="text-ink-muted">–</span> : <span title={getValue()}>Yes</span>,
  }),
  helper.display({
    id: "day",
    header: "Last 24 hours",
    meta: { width: "w-32", from: "xl" },
    cell: ({ row: { original } }) => <DayCell subscription={original} />,
  }),
  helper.display({
    id: "matched",
    header: "Matched",
    meta: { align: "right", width: "w-24" },
    cell: ({ row: { original } }) => <MatchedCell subscription={original} />,
  }),
  helper.display({
    id: "success",
    header: "Success",
    meta: { align: "right", width: "w-24", from: "lg" },
    cell: ({ row: { original } }) => <SuccessCell subscription={original} />,
  }),
  helper.display({
    id: "words",
    header: "",
    meta: { card: "note", from: "never" },
    cell: ({ row: { original } }) => <DayWords subscription={original} />,
  }),
  helper.display({
    id: "waiting",
    header: "Waiting",
    meta: { align: "right", width: "w-24" },
    cell: ({ row: { original } }) => <WaitingCell subscription={original} />,
  }),
]);

export function SubscriptionList({ projectID }: { projectID: string }) {
  const list = useListQuery(subscriptionListReader, REPEATED);
  const endpoints = useEndpointChoices(projectID);
  const result = useQuery({ ...subscriptionListRead(projectID, list.sent), placeholderData: keepPreviousData });
  return (
    <SubscriptionDaysProvider projectID={projectID} subscriptionIDs={result.data?.content.map(({ uid }) => uid) ?? []}>
      <ListView
        title="Subscriptions"
        noun="subscriptions"
        list={list}
        result={result}
        action={<CreateSubscriptionLink projectID={projectID} />}
        filters={
          <div className="flex flex-wrap items-start gap-2 px-4 pb-3 md:px-6">
            <NameFilter
              label="Name of the subscription"
              value={list.values.name ?? ""}
              onChange={(name) => list.setFilters({ name }, "replace")}
            />
            <MultiFilter
              label="Endpoint"
              options={endpoints.map(({ uid, name }) => ({ value: uid, name }))}
              chosen={list.values.endpointId}
              onChoose={(endpointId) => list.setFilters({ endpointId })}
              empty="There is no endpoint yet."
            />
            <ReferenceChips values={list.values} onChange={list.setFilters} />
          </div>
        }
        table={{ columns: COLUMNS, rowID: ({ uid }) => uid, rowName: ({ name }) => name }}
        empty={
          <EmptyState
            icon={Split}
            title="No subscription yet"
            action={<CreateSubscriptionLink projectID={projectID} />}
          >
            <p>
              A subscription says which events go to which endpoint: by event type, and by what stands in the body or
              the headers.
            </p>
          </EmptyState>
        }
      />
    </SubscriptionDaysProvider>
  );
}

function CreateSubscriptionLink({ projectID }: { projectID: string }) {
  if (!useMay(projectID, "administer")) return null;
  return (
    <Button asChild variant="primary">
      <Link href={`/projects/${projectID}/subscriptions/new`}>
        <Plus aria-hidden />
        Create subscription
      </Link>
    </Button>
  );
}
