"use client";

import { DateFilter } from "@/components/data-table/date-filter";
import { FilterChip } from "@/components/data-table/filter-chip";
import { MultiFilter } from "@/components/data-table/multi-filter";
import type { QueryPatch } from "@/components/data-table/use-list-query";
import { useEndpointChoices } from "@/components/endpoints/queries";
import { shortenID } from "@/components/ids/id-text";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/input";
import type { ListAlerts } from "@/lib/nouns/alerts/schemas";

type AlertFiltersProps = {
  projectID: string;
  values: ListAlerts;
  isFiltered: boolean;
  setFilters: (patch: QueryPatch) => void;
  clearFilters: () => void;
};

export function AlertFilters({ projectID, values, isFiltered, setFilters, clearFilters }: AlertFiltersProps) {
  const endpoints = useEndpointChoices(projectID);
  const { acknowledged = "", endpointId, subscriptionId, startDate = null, endDate = null } = values;
  return (
    <search aria-label="Filter alerts" className="flex flex-wrap items-center gap-2 px-4 pb-3 md:px-6">
      <Select
        aria-label="State"
        value={acknowledged}
        onChange={(event) => setFilters({ acknowledged: event.target.value })}
        className="w-44 max-md:w-full"
      >
        <option value="">Any state</option>
        <option value="false">New</option>
        <option value="true">Acknowledged</option>
      </Select>
      <MultiFilter
        label="Endpoint"
        options={endpoints.map(({ uid, name }) => ({ value: uid, name }))}
        chosen={endpointId}
        onChoose={(chosen) => setFilters({ endpointId: chosen })}
        empty="There is no endpoint yet."
      />
      <DateFilter range={{ startDate, endDate }} onChange={setFilters} />
      {subscriptionId.length > 0 && (
        <FilterChip
          name="Subscription"
          value={subscriptionId.map(shortenID).join(", ")}
          onRemove={() => setFilters({ subscriptionId: null })}
        />
      )}
      {isFiltered && (
        <Button variant="ghost" onClick={clearFilters}>
          Clear filters
        </Button>
      )}
    </search>
  );
}
