"use client";

import { DateFilter } from "@/components/data-table/date-filter";
import { MultiFilter } from "@/components/data-table/multi-filter";
import { NamedChips } from "@/components/data-table/named-chips";
import type { QueryPatch } from "@/components/data-table/use-list-query";
import { useEndpointChoices } from "@/components/endpoints/queries";
import { EVENT_GRAMMAR } from "@/components/events/event-terms";
import { FieldChips } from "@/components/events/field-chips";
import { PayloadFilter } from "@/components/events/payload-filter";
import { FilterBar } from "@/components/filter-bar/filter-bar";
import type { Interpretation } from "@/components/filter-bar/use-filter-line";
import { isUuid } from "@/components/ids/id-text";
import { useSourceChoices } from "@/components/sources/queries";
import { EventStatusBadge } from "@/components/status/status-badge";
import { Button } from "@/components/ui/button";
import { EVENT_STATUSES } from "@/lib/kernel/vocabulary";
import type { ListEvents } from "@/lib/nouns/events/list-schemas";

const STATUS_OPTIONS = EVENT_STATUSES.map((status) => ({
  value: status,
  name: status,
  mark: <EventStatusBadge status={status} />,
}));

/** Filters that are typed or brought by a link. */
const NAMES = {
  q: "Payload contains",
  header: "Header",
  event_type: "Event type",
  idempotencyKey: "Key",
  externalId: "External id",
  tag: "Tag",
  metadata: "Metadata",
};

const loadWriter = () => import("@/components/events/write-event-terms").then((module) => module.writeEventTerms);

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
  const { body, header, metadata, startDate = null, endDate = null } = values;

  const interpret = (words: string): Interpretation[] => [
    ...(isUuid(words) ? [{ name: `Open the event ${words}`, apply: () => openEvent(words) }] : []),
    { name: `Payload contains ${words}`, apply: () => setFilters({ q: words }) },
    { name: `Event type is ${words}`, apply: () => setFilters({ event_type: words }) },
    { name: `Idempotency key is ${words}`, apply: () => setFilters({ idempotencyKey: words }) },
  ];

  return (
    <search aria-label="Filter events" className="flex flex-wrap items-start gap-2 px-4 pb-3 md:px-6">
      <FilterBar
        projectID={projectID}
        label="Filters, or words of the payload"
        placeholder="Words of the payload, type:order.*, total>100"
        grammar={EVENT_GRAMMAR}
        interpret={interpret}
        onApply={setFilters}
        kept={{ body, header, metadata }}
        values={values}
        isFiltered={isFiltered}
        loadWriter={loadWriter}
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
      <FieldChips body={body} setFilters={setFilters} />
      <NamedChips names={NAMES} values={values} setFilters={setFilters} />
      {isFiltered && (
        <Button variant="ghost" onClick={clearFilters}>
          Clear filters
        </Button>
      )}
    </search>
  );
}
