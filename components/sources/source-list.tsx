"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Plus, Radio } from "lucide-react";
import type { ReactNode } from "react";
import { EmptyState } from "@/components/data/empty-state";
import { columnHelper } from "@/components/data-table/features";
import { ListView } from "@/components/data-table/list-view";
import { NameFilter } from "@/components/data-table/name-filter";
import { RowLink } from "@/components/data-table/row-link";
import { useListQuery } from "@/components/data-table/use-list-query";
import { FirstSteps } from "@/components/projects/late-first-steps";
import { projectRead } from "@/components/projects/queries";
import { REPEATED, ReferenceChips } from "@/components/references/reference-chips";
import { useMay } from "@/components/session/me";
import { isAddressHidden } from "@/components/sources/hidden-address";
import { sourceListRead } from "@/components/sources/queries";
import { DayCell, DayWords, LastEventCell, RateCell, RefusedCell, StatusCell } from "@/components/sources/source-cells";
import { SourceDaysProvider } from "@/components/sources/source-days";
import { SourceRemainsNotice } from "@/components/sources/source-remains";
import { getSourceTypeForm, listSourceTypeForms } from "@/components/sources/types/source-type-forms";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Link } from "@/components/ui/link";
import { sourceListReader } from "@/lib/nouns/sources/list-reader";
import type { Source } from "@/lib/nouns/sources/schemas";

const helper = columnHelper<Source>();

const COLUMNS = helper.columns([
  helper.accessor("is_disabled", {
    header: "Status",
    meta: { card: "status", width: "w-32" },
    cell: ({ row: { original } }) => <StatusCell source={original} />,
  }),
  helper.accessor("name", {
    header: "Name",
    meta: { card: "title" },
    cell: ({ row: { original } }) => (
      <RowLink href={`/projects/${original.project_id}/sources/${original.uid}`}>{original.name}</RowLink>
    ),
  }),
  helper.display({
    id: "verifier",
    header: "Receives",
    meta: { card: "detail", width: "w-40" },
    cell: ({ row: { original } }) => getSourceTypeForm(original.type).tell(original),
  }),
  helper.display({
    id: "day",
    header: "Last 24 hours",
    meta: { width: "w-32", from: "lg" },
    cell: ({ row: { original } }) => <DayCell source={original} />,
  }),
  helper.display({
    id: "events",
    header: "Events",
    meta: { align: "right", width: "w-24" },
    cell: ({ row: { original } }) => <RateCell source={original} />,
  }),
  helper.display({
    id: "refused",
    header: "Refused",
    meta: { align: "right", width: "w-24" },
    cell: ({ row: { original } }) => <RefusedCell source={original} />,
  }),
  helper.accessor("url", {
    header: "Ingest URL",
    meta: { from: "xl" },
    cell: ({ getValue, row: { original } }) =>
      original.type === "http" &&
      (isAddressHidden(original) ? (
        <span className="text-ink-muted">Not shown to viewers</span>
      ) : (
        <span className="flex items-center gap-1">
          <span className="truncate font-mono">{getValue()}</span>
          <CopyButton value={getValue()} what="ingest URL" />
        </span>
      )),
  }),
  helper.display({
    id: "words",
    header: "",
    meta: { card: "action", from: "never" },
    cell: ({ row: { original } }) => <DayWords source={original} />,
  }),
  helper.display({
    id: "last",
    header: "Last event",
    meta: { card: "time", align: "right", width: "w-28" },
    cell: ({ row: { original } }) => <LastEventCell source={original} />,
  }),
]);

export function SourceList({ projectID }: { projectID: string }) {
  const list = useListQuery(sourceListReader, REPEATED);
  const project = useQuery(projectRead(projectID)).data;
  const canHaveSources = project !== undefined && listSourceTypeForms(project.type).length > 0;
  const result = useQuery({ ...sourceListRead(projectID, list.sent), placeholderData: keepPreviousData });
  return (
    <SourceDaysProvider projectID={projectID} sourceIDs={result.data?.content.map(({ uid }) => uid) ?? []}>
      <ListView
        title="Sources"
        noun="sources"
        list={list}
        result={result}
        action={canHaveSources && <CreateSourceLink projectID={projectID} />}
        note={<SourceRemainsNotice projectID={projectID} />}
        filters={
          <div className="flex flex-wrap items-start gap-2 px-4 pb-3 md:px-6">
            <NameFilter
              label="Name of the source"
              value={list.values.name ?? ""}
              onChange={(name) => list.setFilters({ name }, "replace")}
            />
            <ReferenceChips values={list.values} onChange={list.setFilters} />
          </div>
        }
        table={{ columns: COLUMNS, rowID: ({ uid }) => uid, rowName: ({ name }) => name }}
        empty={
          project?.type === "outgoing" ? (
            <EventsComeByApi
              projectID={projectID}
              action={canHaveSources && <CreateSourceLink projectID={projectID} />}
            />
          ) : (
            <NoSource projectID={projectID} />
          )
        }
      />
    </SourceDaysProvider>
  );
}

function CreateSourceLink({ projectID }: { projectID: string }) {
  if (!useMay(projectID, "administer")) return null;
  return (
    <Button asChild variant="primary">
      <Link href={`/projects/${projectID}/sources/new`}>
        <Plus aria-hidden />
        Create source
      </Link>
    </Button>
  );
}

function NoSource({ projectID }: { projectID: string }) {
  return (
    <EmptyState icon={Radio} title="No source yet" action={<CreateSourceLink projectID={projectID} />}>
      <p>
        A source has a URL of its own. Give that URL to the sender: GitHub, Shopify, your payment provider. Hookyard
        checks each webhook, keeps it, and answers at once.
      </p>
    </EmptyState>
  );
}

function EventsComeByApi({ projectID, action }: { projectID: string; action: ReactNode }) {
  return (
    <EmptyState icon={Radio} title="Events of this project come by API" action={action}>
      <p>
        It is an outgoing project: your application creates events with an API key, for an endpoint of a customer. A
        source reads them from where they are already, such as a message broker.
      </p>
      <FirstSteps projectID={projectID} />
    </EmptyState>
  );
}
