"use client";

import { DateFilter } from "@/components/data-table/date-filter";
import { FilterChip } from "@/components/data-table/filter-chip";
import { MultiFilter } from "@/components/data-table/multi-filter";
import { SearchFilter, type Suggestion } from "@/components/data-table/search-filter";
import type { QueryPatch } from "@/components/data-table/use-list-query";
import { chooseStatuses, HELD, showsHeld } from "@/components/deliveries/held-filter";
import { useDeviceChoices } from "@/components/devices/queries";
import { useEndpointChoices, useHoldingEndpoints } from "@/components/endpoints/queries";
import { isUuid, shortenID } from "@/components/ids/id-text";
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
  const { projectID, values, isFiltered, setFilters, clearFilters, openDelivery, hasOneEndpoint } = props;
  const endpoints = useEndpointChoices(projectID);
  const devices = useDeviceChoices(projectID);
  const { startDate = null, endDate = null } = values;

  const suggest = (typed: string): Suggestion[] => {
    const byType = { name: `Event type is ${typed}`, apply: () => setFilters({ event_type: typed }) };
    const byKey = { name: `Idempotency key is ${typed}`, apply: () => setFilters({ idempotencyKey: typed }) };
    if (!isUuid(typed)) return [byType, byKey];
    return [
      { name: `Event id is ${typed}`, apply: () => setFilters({ eventId: typed }) },
      { name: `Open the delivery ${typed}`, apply: () => openDelivery(typed) },
      byKey,
    ];
  };

  return (
    <search aria-label="Filter deliveries" className="flex flex-wrap items-center gap-2 px-4 pb-3 md:px-6">
      <SearchFilter
        label="Event type, event id or idempotency key"
        suggest={suggest}
        className="w-72 max-md:w-full max-md:basis-full"
      />
      <StatusFilter projectID={projectID} values={values} setFilters={setFilters} />
      {!hasOneEndpoint && (
        <MultiFilter
          label="Endpoint"
          options={endpoints.map(({ uid, name }) => ({ value: uid, name }))}
          chosen={values.endpointId}
          onChoose={(endpointId) => setFilters({ endpointId })}
          empty="There is no endpoint yet."
        />
      )}
      {!hasOneEndpoint && (devices.length > 0 || values.deviceId.length > 0) && (
        <MultiFilter
          label="Device"
          options={devices.map(({ uid, host_name }) => ({ value: uid, name: host_name }))}
          chosen={values.deviceId}
          onChoose={(deviceId) => setFilters({ deviceId })}
        />
      )}
      <DateFilter range={{ startDate, endDate }} onChange={setFilters} />
      <IdFilters values={values} setFilters={setFilters} />
      {isFiltered && (
        <Button variant="ghost" onClick={clearFilters}>
          Clear filters
        </Button>
      )}
    </search>
  );
}

/** The filters that are not chosen here, but typed or brought by a link. */
function IdFilters({ values, setFilters }: Pick<DeliveryFiltersProps, "values" | "setFilters">) {
  const { eventId, event_type, idempotencyKey, subscriptionId, incidentId } = values;
  return (
    <>
      {event_type && (
        <FilterChip name="Event type" value={event_type} onRemove={() => setFilters({ event_type: null })} />
      )}
      {eventId && <FilterChip name="Event" value={shortenID(eventId)} onRemove={() => setFilters({ eventId: null })} />}
      {idempotencyKey && (
        <FilterChip name="Key" value={idempotencyKey} onRemove={() => setFilters({ idempotencyKey: null })} />
      )}
      {subscriptionId && (
        <FilterChip
          name="Subscription"
          value={shortenID(subscriptionId)}
          onRemove={() => setFilters({ subscriptionId: null })}
        />
      )}
      {incidentId && (
        <FilterChip name="Incident" value={shortenID(incidentId)} onRemove={() => setFilters({ incidentId: null })} />
      )}
    </>
  );
}

type StatusFilterProps = Pick<DeliveryFiltersProps, "projectID" | "values" | "setFilters">;

/** The statuses, and Held among them while an endpoint holds its deliveries. */
function StatusFilter({ projectID, values, setFilters }: StatusFilterProps) {
  const holding = useHoldingEndpoints(projectID);
  const isHeldShown = showsHeld(values, holding);
  return (
    <MultiFilter
      label="Status"
      options={holding.length > 0 ? [HELD_OPTION, ...STATUS_OPTIONS] : STATUS_OPTIONS}
      chosen={isHeldShown ? [HELD] : values.status}
      onChoose={(chosen) => setFilters(chooseStatuses(chosen, isHeldShown, holding))}
    />
  );
}
