"use client";

import type { ReactNode } from "react";
import { DateFilter } from "@/components/data-table/date-filter";
import { FilterChip } from "@/components/data-table/filter-chip";
import { MultiFilter } from "@/components/data-table/multi-filter";
import { SearchFilter, type Suggestion } from "@/components/data-table/search-filter";
import type { QueryPatch } from "@/components/data-table/use-list-query";
import { isUuid, shortenID } from "@/components/ids/id-text";
import { Button } from "@/components/ui/button";
import { AUDITED_RESOURCES, type AuditedResource } from "@/lib/kernel/vocabulary";
import type { ListAuditLog } from "@/lib/nouns/audit-log/schemas";

const KIND_OPTIONS = [
  { value: "user", name: "Person" },
  { value: "api_key", name: "API key" },
  { value: "system", name: "Hookyard itself" },
  { value: "anonymous", name: "Not signed in" },
];

const RESOURCE_NAMES: Record<AuditedResource, string> = {
  project: "Project",
  api_key: "API key",
  user: "Account",
  session: "Session",
  member: "Member",
  invitation: "Invitation",
  source: "Source",
  endpoint: "Endpoint",
  subscription: "Subscription",
  device: "Device",
  event_type: "Event type",
  event: "Event",
  event_delivery: "Delivery",
  replay: "Replay",
  alert: "Alert",
  incident: "Incident",
  meta_event: "Meta event",
  view: "View",
  receiver: "Receiver",
  alert_rule: "Alert rule",
  alert_route: "Alert route",
};
const RESOURCE_OPTIONS = AUDITED_RESOURCES.map((value) => ({ value, name: RESOURCE_NAMES[value] }));

type AuditFiltersProps = {
  values: ListAuditLog;
  isFiltered: boolean;
  setFilters: (patch: QueryPatch) => void;
  clearFilters: () => void;
  /** Further filters of this list. */
  more?: ReactNode;
};

export function AuditFilters({ values, isFiltered, setFilters, clearFilters, more }: AuditFiltersProps) {
  const { action, actorKind, resourceType, actorId, resourceId, startDate = null, endDate = null } = values;

  const suggest = (typed: string): Suggestion[] => {
    if (!isUuid(typed)) return [{ name: `Action is ${typed}`, apply: () => setFilters({ action: typed }) }];
    return [
      { name: `Done to ${typed}`, apply: () => setFilters({ resourceId: typed }) },
      { name: `Done by ${typed}`, apply: () => setFilters({ actorId: typed }) },
    ];
  };

  return (
    <search aria-label="Filter the audit log" className="flex flex-wrap items-center gap-2 px-4 pb-3 md:px-6">
      <SearchFilter
        label="Action, such as endpoint.*, or an id"
        suggest={suggest}
        className="w-72 max-md:w-full max-md:basis-full"
      />
      <MultiFilter
        label="Resource"
        options={RESOURCE_OPTIONS}
        chosen={resourceType}
        onChoose={(chosen) => setFilters({ resourceType: chosen })}
      />
      <MultiFilter
        label="By"
        options={KIND_OPTIONS}
        chosen={actorKind}
        onChoose={(chosen) => setFilters({ actorKind: chosen })}
      />
      {more}
      <DateFilter range={{ startDate, endDate }} onChange={setFilters} />
      {action && <FilterChip name="Action" value={action} onRemove={() => setFilters({ action: null })} />}
      {actorId.length > 0 && (
        <FilterChip
          name="Done by"
          value={actorId.map(shortenID).join(", ")}
          onRemove={() => setFilters({ actorId: null })}
        />
      )}
      {resourceId.length > 0 && (
        <FilterChip
          name="Done to"
          value={resourceId.map(shortenID).join(", ")}
          onRemove={() => setFilters({ resourceId: null })}
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
