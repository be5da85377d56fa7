"use client";

import { DateFilter } from "@/components/data-table/date-filter";
import { FilterChip } from "@/components/data-table/filter-chip";
import { MultiFilter } from "@/components/data-table/multi-filter";
import { SearchFilter, type Suggestion } from "@/components/data-table/search-filter";
import type { QueryPatch } from "@/components/data-table/use-list-query";
import { useEndpointChoices } from "@/components/endpoints/queries";
import { readAloud } from "@/components/events/payload-conditions";
import { PayloadFilter } from "@/components/events/payload-filter";
import { isUuid } from "@/components/ids/id-text";
import { useSourceChoices } from "@/components/sources/queries";
import { EventStatusBadge } from "@/components/status/status-badge";
import { Button } from "@/components/ui/button";
import { EVENT_STATUSES } from "@/lib/kernel/vocabulary";
import type { ListEvents } from "@/lib/nouns/events/schemas";
import { readBodyCondition } from "@/lib/nouns/events/search-query";

const STATUS_OPTIONS = EVENT_STATUSES.map((status) => ({
  value: status,
  name: status,
  mark: <EventStatusBadge status={status} />,
}));

type EventFiltersProps = {
  projectID: string;
  values: ListEvents;
  isFiltered: boolean;
  setFilters: (patch: QueryPatch) => void;
  clearFilters: () => void;
  openEvent: (id: string) => void;
};

export function EventFilters(props: EventFiltersProps) {
  const { projectID, values, isFiltered, setFilters, clearFilters, openEvent } = props;
  const sources = useSourceChoices(projectID);
  const endpoints = useEndpointChoices(projectID);
  const { event_type, idempotencyKey, q, body, startDate = null, endDate = null } = values;

  const suggest = (typed: string): Suggestion[] => [
    ...(isUuid(typed) ? [{ name: `Open the event ${typed}`, apply: () => openEvent(typed) }] : []),
    { name: `Event type is ${typed}`, apply: () => setFilters({ event_type: typed }) },
    { name: `Payload contains ${typed}`, apply: () => setFilters({ q: typed }) },
    ...(readBodyCondition(typed)
      ? [{ name: `Payload field ${readAloud(typed)}`, apply: () => setFilters({ body: [...body, typed] }) }]
      : []),
    { name: `Idempotency key is ${typed}`, apply: () => setFilters({ idempotencyKey: typed }) },
  ];

  return (
    <search aria-label="Filter events" className="flex flex-wrap items-center gap-2 px-4 pb-3 md:px-6">
      <SearchFilter
        label="Words of the payload, type, id or key"
        suggest={suggest}
        className="w-72 max-md:w-full max-md:basis-full"
      />
      <MultiFilter
        label="Status"
        options={STATUS_OPTIONS}
        chosen={values.status}
        onChoose={(status) => setFilters({ status })}
      />
      {sources.length > 0 && (
        <MultiFilter
          label="Source"
          options={sources.map(({ uid, name }) => ({ value: uid, name }))}
          chosen={values.sourceId}
          onChoose={(sourceId) => setFilters({ sourceId })}
        />
      )}
      <MultiFilter
        label="Endpoint"
        options={endpoints.map(({ uid, name }) => ({ value: uid, name }))}
        chosen={values.endpointId}
        onChoose={(endpointId) => setFilters({ endpointId })}
        empty="There is no endpoint yet."
      />
      <PayloadFilter conditions={body} onAdd={(condition) => setFilters({ body: [...body, condition] })} />
      <DateFilter range={{ startDate, endDate }} onChange={setFilters} />
      {q && <FilterChip name="Payload contains" value={q} onRemove={() => setFilters({ q: null })} />}
      {body.map((condition) => (
        <FilterChip
          key={condition}
          name="Payload"
          value={readAloud(condition)}
          onRemove={() => setFilters({ body: body.filter((one) => one !== condition) })}
        />
      ))}
      {event_type && (
        <FilterChip name="Event type" value={event_type} onRemove={() => setFilters({ event_type: null })} />
      )}
      {idempotencyKey && (
        <FilterChip name="Key" value={idempotencyKey} onRemove={() => setFilters({ idempotencyKey: null })} />
      )}
      {isFiltered && (
        <Button variant="ghost" onClick={clearFilters}>
          Clear filters
        </Button>
      )}
    </search>
  );
}
