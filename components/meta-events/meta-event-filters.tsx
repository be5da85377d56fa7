"use client";

import { DateFilter } from "@/components/data-table/date-filter";
import { MultiFilter } from "@/components/data-table/multi-filter";
import type { QueryPatch } from "@/components/data-table/use-list-query";
import { DeliveryStatusBadge } from "@/components/status/status-badge";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/input";
import { META_EVENT_TYPES } from "@/lib/kernel/meta-event-types";
import { DELIVERY_STATUSES } from "@/lib/kernel/vocabulary";
import type { ListMetaEvents } from "@/lib/nouns/meta-events/schemas";

const STATUS_OPTIONS = DELIVERY_STATUSES.map((status) => ({
  value: status,
  name: status,
  mark: <DeliveryStatusBadge status={status} />,
}));

type MetaEventFiltersProps = {
  values: ListMetaEvents;
  isFiltered: boolean;
  setFilters: (patch: QueryPatch) => void;
  clearFilters: () => void;
};

export function MetaEventFilters({ values, isFiltered, setFilters, clearFilters }: MetaEventFiltersProps) {
  const { startDate = null, endDate = null } = values;
  return (
    <search aria-label="Filter meta events" className="flex flex-wrap items-center gap-2 px-4 pb-3 md:px-6">
      <Select
        aria-label="Kind"
        value={values.event_type ?? ""}
        onChange={(event) => setFilters({ event_type: event.target.value })}
        className="w-56 max-md:w-full"
      >
        <option value="">Any kind</option>
        {META_EVENT_TYPES.map((type) => (
          <option key={type} value={type}>
            {type}
          </option>
        ))}
      </Select>
      <MultiFilter
        label="Status"
        options={STATUS_OPTIONS}
        chosen={values.status}
        onChoose={(status) => setFilters({ status })}
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
