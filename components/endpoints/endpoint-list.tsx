"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Plus, Send } from "lucide-react";
import { EmptyState } from "@/components/data/empty-state";
import { usePoll } from "@/components/data/use-poll";
import { columnHelper } from "@/components/data-table/features";
import { ListView } from "@/components/data-table/list-view";
import { type FilterOption, MultiFilter } from "@/components/data-table/multi-filter";
import { NameFilter } from "@/components/data-table/name-filter";
import { RowLink } from "@/components/data-table/row-link";
import { useListQuery } from "@/components/data-table/use-list-query";
import { CauseCell, DayCell, LatencyCell, SuccessCell, WaitingCell } from "@/components/endpoints/endpoint-cells";
import { EndpointDaysProvider } from "@/components/endpoints/endpoint-days";
import { endpointListRead } from "@/components/endpoints/queries";
import { REPEATED, ReferenceChips } from "@/components/references/reference-chips";
import { TagMarks } from "@/components/references/tag-list";
import { useMay } from "@/components/session/me";
import { EndpointStatusBadge } from "@/components/status/status-badge";
import { ENDPOINT_LOOK } from "@/components/status/status-words";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { ENDPOINT_STATUSES } from "@/lib/kernel/vocabulary";
import { endpointListReader } from "@/lib/nouns/endpoints/list-reader";
import type { Endpoint } from "@/lib/nouns/endpoints/schemas";

const helper = columnHelper<Endpoint>();

const STATUS_OPTIONS = ENDPOINT_STATUSES.map((status) => ({
  value: status,
  name: ENDPOINT_LOOK[status].word,
  mark: <EndpointStatusBadge status={status} />,
}));

const COLUMNS = helper.columns([
  helper.accessor("status", {
    header: "Status",
    meta: { card: "status", width: "w-32" },
    cell: ({ getValue }) => <EndpointStatusBadge status={getValue()} />,
  }),
  helper.accessor("name", {
    header: "Name",
    meta: { card: "title" },
    cell: ({ row: { original } }) => (
      <>
        <RowLink href={`/projects/${original.project_id}/endpoints/${original.uid}`}>{original.name}</RowLink>
        <TagMarks tags={original.tags} />
      </>
    ),
  }),
  helper.accessor("url", {
    header: "URL, or why it fails",
    meta: { card: "detail" },
    cell: ({ row: { original } }) => <CauseCell endpoint={original} />,
  }),
  helper.display({
    id: "day",
    header: "Last 24 hours",
    meta: { width: "w-32", from: "lg" },
    cell: ({ row: { original } }) => <DayCell endpoint={original} />,
  }),
  helper.display({
    id: "success",
    header: "Success",
    meta: { align: "right", width: "w-24", from: "lg" },
    cell: ({ row: { original } }) => <SuccessCell endpoint={original} />,
  }),
  helper.display({
    id: "p95",
    header: "p95",
    meta: { align: "right", width: "w-24", from: "lg" },
    cell: ({ row: { original } }) => <LatencyCell endpoint={original} />,
  }),
  helper.display({
    id: "waiting",
    header: "Waiting",
    meta: { align: "right", width: "w-24" },
    cell: ({ row: { original } }) => <WaitingCell endpoint={original} />,
  }),
]);

export function EndpointList({ projectID }: { projectID: string }) {
  const list = useListQuery(endpointListReader, REPEATED);
  const result = useQuery({
    ...endpointListRead(projectID, list.sent),
    placeholderData: keepPreviousData,
    refetchInterval: usePoll(10_000),
  });
  return (
    <EndpointDaysProvider projectID={projectID} endpointIDs={result.data?.content.map(({ uid }) => uid) ?? []}>
      <ListView
        title="Endpoints"
        noun="endpoints"
        list={list}
        result={result}
        action={<CreateEndpointLink projectID={projectID} />}
        filters={
          <div className="flex flex-wrap items-start gap-2 px-4 pb-3 md:px-6">
            <NameFilter
              label="Name, URL or description"
              value={list.values.q ?? ""}
              onChange={(q) => list.setFilters({ q }, "replace")}
            />
            <MultiFilter
              label="Status"
              options={STATUS_OPTIONS}
              chosen={list.values.status}
              onChoose={(status) => list.setFilters({ status })}
            />
            <MultiFilter
              label="Tags"
              options={listTags(result.data?.content, list.values.tag)}
              chosen={list.values.tag}
              onChoose={(tag) => list.setFilters({ tag })}
              empty="No endpoint on this page has a tag."
            />
            <ReferenceChips values={list.values} onChange={list.setFilters} />
          </div>
        }
        table={{ columns: COLUMNS, rowID: ({ uid }) => uid, rowName: ({ name }) => name }}
        empty={
          <EmptyState icon={Send} title="No endpoint yet" action={<CreateEndpointLink projectID={projectID} />}>
            <p>
              An endpoint is a URL that takes deliveries, with a secret that signs them. Then a subscription says which
              events it gets.
            </p>
          </EmptyState>
        }
      />
    </EndpointDaysProvider>
  );
}

/** The tags that can be chosen: those of the page, which has only endpoints with all that are chosen already. */
function listTags(endpoints: readonly Endpoint[] = [], chosen: readonly string[]): FilterOption[] {
  const tags = new Set([...chosen, ...endpoints.flatMap((endpoint) => endpoint.tags)]);
  return [...tags].toSorted().map((tag) => ({ value: tag, name: tag }));
}

function CreateEndpointLink({ projectID }: { projectID: string }) {
  if (!useMay(projectID, "administer")) return null;
  return (
    <Button asChild variant="primary">
      <Link href={`/projects/${projectID}/endpoints/new`}>
        <Plus aria-hidden />
        Create endpoint
      </Link>
    </Button>
  );
}
