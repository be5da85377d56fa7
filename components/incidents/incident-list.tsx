"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Flame } from "lucide-react";
import { EmptyState } from "@/components/data/empty-state";
import { usePoll } from "@/components/data/use-poll";
import { columnHelper } from "@/components/data-table/features";
import { ListView } from "@/components/data-table/list-view";
import { RowLink } from "@/components/data-table/row-link";
import { useListQuery } from "@/components/data-table/use-list-query";
import { Activity } from "@/components/incidents/activity";
import { AcknowledgeIncident } from "@/components/incidents/incident-actions";
import { IncidentFilters } from "@/components/incidents/incident-filters";
import { INCIDENT_LOOK } from "@/components/incidents/incident-look";
import { IncidentState } from "@/components/incidents/incident-state";
import { incidentListRead } from "@/components/incidents/queries";
import { StatusMark } from "@/components/status/status-badge";
import { RelativeTime } from "@/components/time/time";
import { incidentListReader } from "@/lib/nouns/incidents/list-reader";
import type { Incident } from "@/lib/nouns/incidents/schemas";

const helper = columnHelper<Incident>();

const COLUMNS = helper.columns([
  helper.accessor("status", {
    header: "State",
    meta: { width: "w-36", card: "status" },
    cell: ({ getValue }) => <StatusMark look={INCIDENT_LOOK[getValue()]} />,
  }),
  helper.accessor("title", {
    header: "What fails",
    meta: { card: "title" },
    cell: ({ row: { original } }) => (
      <RowLink href={`/projects/${original.project_id}/incidents/${original.uid}`}>
        <span title={original.title}>{original.title}</span>
      </RowLink>
    ),
  }),
  helper.display({
    id: "state",
    header: "How it stands",
    meta: { width: "w-80", card: "detail", from: "lg" },
    cell: ({ row }) => (
      <IncidentState
        incident={row.original}
        className="block first-letter:uppercase lg:line-clamp-2 lg:whitespace-normal lg:leading-4"
      />
    ),
  }),
  helper.accessor("deliveries", {
    header: "Deliveries",
    meta: { width: "w-24", align: "right", from: "lg" },
    cell: ({ getValue }) => getValue().toLocaleString("en"),
  }),
  helper.accessor("activity", {
    header: "Two hours",
    meta: { width: "w-32", align: "right", from: "xl" },
    cell: ({ row }) => <Activity incident={row.original} className="ml-auto" />,
  }),
  helper.accessor("last_seen_at", {
    header: "Last seen",
    meta: { width: "w-24", align: "right", card: "time" },
    cell: ({ getValue }) => <RelativeTime at={getValue()} className="text-ink-muted" />,
  }),
  helper.display({
    id: "actions",
    header: () => <span className="sr-only">Actions</span>,
    meta: { width: "w-40", align: "right", card: "action" },
    cell: ({ row }) => <AcknowledgeIncident incident={row.original} size="sm" />,
  }),
]);

export function IncidentList({ projectID }: { projectID: string }) {
  const list = useListQuery(incidentListReader);
  const result = useQuery({
    ...incidentListRead(projectID, list.sent),
    placeholderData: keepPreviousData,
    refetchInterval: usePoll(5_000),
  });
  return (
    <ListView
      title="Incidents"
      noun="incidents"
      note="Failed attempts by endpoint and cause, from the first to the recovery."
      list={list}
      result={result}
      filters={<IncidentFilters {...list} projectID={projectID} />}
      table={{ columns: COLUMNS, rowID: ({ uid }) => uid }}
      empty={
        <EmptyState icon={Flame} title="No incident yet">
          <p>When attempts at an endpoint fail, they are gathered here by their cause, with what usually mends it.</p>
        </EmptyState>
      }
    />
  );
}
