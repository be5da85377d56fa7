"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChartSkeleton } from "@/components/charts/chart-skeleton";
import { ErrorReason } from "@/components/data/error-reason";
import { usePoll } from "@/components/data/use-poll";
import type { QueryPatch } from "@/components/data-table/use-list-query";
import { useIsWide } from "@/components/layout/use-is-wide";
import { DELIVERY_CHARTS } from "@/components/stats/chart-names";
import { type StatsOf, statsRead } from "@/components/stats/queries";
import { StatsChart } from "@/components/stats/stats-chart";
import { toStatsRange } from "@/components/stats/stats-range";
import { useMinute } from "@/components/time/clock";
import { deliveryFilterReader } from "@/lib/nouns/deliveries/list-reader";
import type { ListEventDeliveries } from "@/lib/nouns/deliveries/schemas";
import { isSearch } from "@/lib/nouns/events/search-conditions";

type DeliveryHistogramProps = {
  projectID: string;
  /** The filters of the list. */
  values: ListEventDeliveries;
  setFilters: (patch: QueryPatch) => void;
};

/**
 * How many deliveries were made over the range of the list, the last day without one; dragging narrows the list. A
 * phone has no room for it and does not ask for it. Counters know endpoints, sources, subscriptions and time: other
 * filters are not in it, which it says.
 */
export function DeliveryHistogram({ projectID, values, setFilters }: DeliveryHistogramProps) {
  const { asked, interval } = toStatsRange(values, useMinute());
  const { data, error } = useQuery({
    ...statsRead(projectID, { ...asked, interval, ...statsOf(values) }),
    enabled: useIsWide(),
    placeholderData: keepPreviousData,
    refetchInterval: usePoll(10_000),
  });
  return (
    <section aria-label="Deliveries over time" className="min-h-45.25 px-4 pb-3 text-sm max-md:hidden md:px-6">
      {data ? (
        <StatsChart
          stats={data}
          charts={DELIVERY_CHARTS}
          note={isNarrower(values) ? "without the other filters" : undefined}
          onRange={setFilters}
        />
      ) : (
        !error && <ChartSkeleton />
      )}
      {error && !data && (
        <p className="text-ink-muted">
          <ErrorReason error={{ ...error, message: error.fields[0]?.message ?? error.message }} />
        </p>
      )}
    </section>
  );
}

/** The filters that the counters know. */
function statsOf({ endpointId, sourceId, subscriptionId }: ListEventDeliveries): StatsOf {
  return {
    ...(endpointId.length > 0 && { endpointId: endpointId.join(",") }),
    ...(sourceId.length > 0 && { sourceId: sourceId.join(",") }),
    ...(subscriptionId !== undefined && { subscriptionId }),
  };
}

const COUNTED = ["startDate", "endDate", "endpointId", "sourceId", "subscriptionId"];
const UNCOUNTED = deliveryFilterReader.names.filter((name) => !COUNTED.includes(name));

/** Whether the list has filters that the counters do not know. */
function isNarrower(values: ListEventDeliveries): boolean {
  if (isSearch(values)) return true;
  return Object.entries(values).some(([name, value]) => {
    const isSet = Array.isArray(value) ? value.length > 0 : value !== undefined;
    return isSet && UNCOUNTED.includes(name);
  });
}
