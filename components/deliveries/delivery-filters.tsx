"use client";

import { DateFilter } from "@/components/data-table/date-filter";
import { FilterChip } from "@/components/data-table/filter-chip";
import { MultiFilter, OptionList } from "@/components/data-table/multi-filter";
import { NamedChips } from "@/components/data-table/named-chips";
import type { QueryPatch } from "@/components/data-table/use-list-query";
import { DELIVERY_GRAMMAR, ENDPOINT_DELIVERY_GRAMMAR } from "@/components/deliveries/delivery-terms";
import { FailureFilter } from "@/components/deliveries/failure-filter";
import { tellAttempts, tellLatency } from "@/components/deliveries/filter-words";
import { chooseStatuses, HELD } from "@/components/deliveries/held-filter";
import { MoreFilters } from "@/components/deliveries/more-filters";
import { useDeviceChoices } from "@/components/devices/queries";
import { useEndpointChoices, useHoldingEndpoints } from "@/components/endpoints/queries";
import { FieldChips } from "@/components/events/field-chips";
import { PayloadFilter } from "@/components/events/payload-filter";
import { FilterBar } from "@/components/filter-bar/filter-bar";
import type { Interpretation } from "@/components/filter-bar/use-filter-line";
import { isUuid, shortenID } from "@/components/ids/id-text";
import { useSourceChoices } from "@/components/sources/queries";
import { DeliveryStatusBadge, StatusMark } from "@/components/status/status-badge";
import { HELD_LOOK } from "@/components/status/status-words";
import { Button } from "@/components/ui/button";
import { DELIVERY_STATUSES } from "@/lib/kernel/vocabulary";
import type { ListEventDeliveries } from "@/lib/nouns/deliveries/schemas";

const STATUS_OPTIONS = DELIVERY_STATUSES.map((status) => ({
  value: status,
  name: status,
  mark: <DeliveryStatusBadge status={status} />,
}));

const HELD_OPTION = { value: HELD, name: HELD, mark: <StatusMark look={HELD_LOOK} /> };

/** Filters that are not chosen here, but typed or brought by a link. */
const NAMES = {
  q: "Payload contains",
  header: "Header",
  ownerId: "Owner",
  endpointTag: "Endpoint tag",
  event_type: "Event type",
  eventId: "Event",
  idempotencyKey: "Key",
  externalId: "External id",
  tag: "Tag",
  subscriptionId: "Subscription",
  incidentId: "Incident",
};

const loadWriter = () =>
  import("@/components/deliveries/write-delivery-terms").then((module) => module.writeDeliveryTerms);

type DeliveryFiltersProps = {
  projectID: string;
  values: ListEventDeliveries;
  isFiltered: boolean;
  setFilters: (patch: QueryPatch) => void;
  clearFilters: () => void;
  openDelivery: (id: string) => void;
  /** The list is of one endpoint, so there is none to choose. */
  hasOneEndpoint?: boolean;
};

export function DeliveryFilters(props: DeliveryFiltersProps) {
  const { projectID, values, isFiltered, setFilters, clearFilters, hasOneEndpoint } = props;
  const { body } = values;
  const sources = useSourceChoices(projectID);
  const { startDate = null, endDate = null } = values;

  return (
    <search aria-label="Filter deliveries" className="flex flex-wrap items-start gap-2 px-4 pb-3 md:px-6">
      <DeliveryBar {...props} />
      <StatusFilter projectID={projectID} values={values} setFilters={setFilters} />
      {!hasOneEndpoint && <EndpointFilter projectID={projectID} values={values} setFilters={setFilters} />}
      <MultiFilter
        label="Source"
        options={sources.map(({ uid, name }) => ({ value: uid, name }))}
        chosen={values.sourceId}
        onChoose={(sourceId) => setFilters({ sourceId })}
        empty="There is no source yet."
      />
      <FailureFilter chosen={values.code} onChoose={(code) => setFilters({ code })} />
      <DateFilter range={{ startDate, endDate }} onChange={setFilters} />
      {/* On the phone it is typed. */}
      <span className="max-md:hidden">
        <PayloadFilter conditions={body} onAdd={(condition) => setFilters({ body: [...body, condition] })} />
      </span>
      <RareFilters {...props} />
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

/** The field for filters that are typed; bare words are a type, a key or an id, or words of payloads. */
function DeliveryBar(props: DeliveryFiltersProps) {
  const { projectID, values, isFiltered, setFilters, openDelivery, hasOneEndpoint } = props;
  const interpret = (words: string): Interpretation[] => {
    const byType = { name: `Event type is ${words}`, apply: () => setFilters({ event_type: words }) };
    const byKey = { name: `Idempotency key is ${words}`, apply: () => setFilters({ idempotencyKey: words }) };
    const inPayloads = { name: `Payload contains ${words}`, apply: () => setFilters({ q: words }) };
    if (/\s/.test(words)) return [inPayloads, byType, byKey];
    if (!isUuid(words)) return [byType, byKey, inPayloads];
    return [
      { name: `Event id is ${words}`, apply: () => setFilters({ eventId: words }) },
      { name: `Open the delivery ${words}`, apply: () => openDelivery(words) },
      byKey,
      inPayloads,
    ];
  };

  return (
    <FilterBar
      projectID={projectID}
      label="Filters, or an event type, id or key"
      placeholder="status:failure code:5xx, or a type, id or key"
      grammar={hasOneEndpoint ? ENDPOINT_DELIVERY_GRAMMAR : DELIVERY_GRAMMAR}
      interpret={interpret}
      onApply={(patch) => setFilters("status" in patch ? { held: null, ...patch } : patch)}
      kept={{ body: values.body, header: values.header }}
      values={values}
      isFiltered={isFiltered}
      loadWriter={loadWriter}
    />
  );
}

type SomeFiltersProps = Pick<DeliveryFiltersProps, "projectID" | "values" | "setFilters">;

function EndpointFilter({ projectID, values, setFilters }: SomeFiltersProps) {
  const endpoints = useEndpointChoices(projectID);
  return (
    <MultiFilter
      label="Endpoint"
      options={endpoints.map(({ uid, name }) => ({ value: uid, name }))}
      chosen={values.endpointId}
      onChoose={(endpointId) => setFilters({ endpointId })}
      empty="There is no endpoint yet."
    />
  );
}

/** What is needed now and then, with chips for what of it is set. */
function RareFilters({ projectID, values, setFilters, hasOneEndpoint }: DeliveryFiltersProps) {
  const devices = useDeviceChoices(projectID);
  const options = devices.map(({ uid, host_name }) => ({ value: uid, name: host_name }));
  const { deviceId } = values;
  const choose = (chosen: string[]) => setFilters({ deviceId: chosen });
  const nameOf = (id: string) => options.find(({ value }) => value === id)?.name ?? shortenID(id);
  return (
    <>
      <MoreFilters values={values} setFilters={setFilters}>
        {!hasOneEndpoint && options.length > 0 && (
          <section aria-label="Device" className="mt-3 border-t pt-3 text-sm">
            <h2 className="mb-1 font-medium">Device</h2>
            <OptionList label="Device" options={options} chosen={deviceId} onChoose={choose} />
          </section>
        )}
      </MoreFilters>
      {deviceId.length > 0 && (
        <FilterChip name="Device" value={deviceId.map(nameOf).join(", ")} onRemove={() => choose([])} />
      )}
      <RangeChips values={values} setFilters={setFilters} />
    </>
  );
}

/** What the form of more filters has set. */
function RangeChips({ values, setFilters }: Pick<DeliveryFiltersProps, "values" | "setFilters">) {
  const { minAttempts, maxAttempts, minLatency, maxLatency } = values;
  const attempts = tellAttempts({ min: minAttempts, max: maxAttempts });
  const latency = tellLatency({ min: minLatency, max: maxLatency });
  return (
    <>
      {attempts && (
        <FilterChip
          name="Attempts"
          value={attempts}
          onRemove={() => setFilters({ minAttempts: null, maxAttempts: null })}
        />
      )}
      {latency && (
        <FilterChip
          name="Latency"
          value={latency}
          onRemove={() => setFilters({ minLatency: null, maxLatency: null })}
        />
      )}
    </>
  );
}

/** The statuses, and Held among them while an endpoint holds its deliveries. */
function StatusFilter({ projectID, values, setFilters }: SomeFiltersProps) {
  const holding = useHoldingEndpoints(projectID);
  const isHeldShown = values.held === true;
  return (
    <MultiFilter
      label="Status"
      options={holding.length > 0 || isHeldShown ? [HELD_OPTION, ...STATUS_OPTIONS] : STATUS_OPTIONS}
      chosen={isHeldShown ? [HELD] : values.status}
      onChoose={(chosen) => setFilters(chooseStatuses(chosen, isHeldShown))}
    />
  );
}
