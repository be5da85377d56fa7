"use client";

import { DateFilter } from "@/components/data-table/date-filter";
import { MultiFilter } from "@/components/data-table/multi-filter";
import type { QueryPatch } from "@/components/data-table/use-list-query";
import { useEndpointChoices } from "@/components/endpoints/queries";
import { INCIDENT_LOOK } from "@/components/incidents/incident-look";
import { StatusMark } from "@/components/status/status-badge";
import { Button } from "@/components/ui/button";
import { INCIDENT_STATUSES } from "@/lib/kernel/vocabulary";
import type { ListIncidents } from "@/lib/nouns/incidents/schemas";

const STATUS_OPTIONS = INCIDENT_STATUSES.map((status) => ({
  value: status,
  name: INCIDENT_LOOK[status].word,
  mark: <StatusMark look={INCIDENT_LOOK[status]} />,
}));

type IncidentFiltersProps = {
  projectID: string;
  values: ListIncidents;
  isFiltered: boolean;
  setFilters: (patch: QueryPatch) => void;
  clearFilters: () => void;
};

export function IncidentFilters({ projectID, values, isFiltered, setFilters, clearFilters }: IncidentFiltersProps) {
  const endpoints = useEndpointChoices(projectID);
  const { status, endpointId, startDate = null, endDate = null } = values;
  return (
    <search aria-label="Filter incidents" className="flex flex-wrap items-center gap-2 px-4 pb-3 md:px-6">
      <MultiFilter
        label="State"
        options={STATUS_OPTIONS}
        chosen={status}
        onChoose={(chosen) => setFilters({ status: chosen })}
      />
      <MultiFilter
        label="Endpoint"
        options={endpoints.map(({ uid, name }) => ({ value: uid, name }))}
        chosen={endpointId}
        onChoose={(chosen) => setFilters({ endpointId: chosen })}
        empty="There is no endpoint yet."
      />
      <DateFilter range={{ startDate, endDate }} onChange={setFilters} />
      {isFiltered && (
        <Button variant="ghost" onClick={clearFilters}>
          Clear filters
        </Button>
      )}
    </search>
  );
}
