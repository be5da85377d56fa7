"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { SeriesChart } from "@/components/charts/series-chart";
import { ErrorReason } from "@/components/data/error-reason";
import { DateFilter } from "@/components/data-table/date-filter";
import { deliveryCountsRead, statsRead } from "@/components/stats/queries";
import type { AskedRange } from "@/components/stats/stats-range";
import { useStatsRange } from "@/components/stats/use-stats-range";
import { TONE_TEXT } from "@/components/status/status-badge";
import { DELIVERY_LOOK } from "@/components/status/status-words";
import { Callout } from "@/components/ui/callout";
import { cn } from "@/components/ui/class-names";
import { Skeleton } from "@/components/ui/skeleton";
import { DELIVERY_STATUSES } from "@/lib/kernel/vocabulary";
import type { DeliveryCounts } from "@/lib/nouns/stats/schemas";

/** The deliveries of the last day, or of the range in the address: by status, and over time. */
export function DeliveryTotals({ projectID }: { projectID: string }) {
  const { range, asked, interval, setRange } = useStatsRange();
  const live = { placeholderData: keepPreviousData, refetchInterval: 5_000 };
  const counts = useQuery({ ...deliveryCountsRead(projectID, asked), ...live });
  const series = useQuery({ ...statsRead(projectID, { ...asked, interval }), ...live });
  const error = counts.error ?? series.error;

  return (
    <section aria-label="Deliveries" className="space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-medium text-base">Deliveries</h2>
        <DateFilter range={range} onChange={setRange} openName="Last 24 hours" />
      </div>
      {error && (
        <Callout tone="warning">
          <ErrorReason error={{ ...error, message: error.fields[0]?.message ?? error.message }} />
        </Callout>
      )}
      <StatusCounts projectID={projectID} asked={asked} counts={counts.data} />
      {series.data ? (
        <SeriesChart
          label="Deliveries over time"
          words={{ total: "deliveries", bad: "failed" }}
          interval={series.data.interval}
          points={series.data.series.map(({ time, deliveries, failed }) => ({ time, total: deliveries, bad: failed }))}
          onRange={setRange}
        />
      ) : (
        !series.error && <Skeleton className="h-40 w-full" />
      )}
    </section>
  );
}

type StatusCountsProps = { projectID: string; asked: AskedRange; counts: DeliveryCounts | undefined };

/** Each status with its count and a link to its deliveries. */
function StatusCounts({ projectID, asked, counts }: StatusCountsProps) {
  return (
    <ul className="grid grid-cols-2 gap-px overflow-hidden rounded border bg-line sm:grid-cols-3 xl:grid-cols-6">
      {DELIVERY_STATUSES.map((status) => {
        const { icon: Icon, tone, word } = DELIVERY_LOOK[status];
        const search = new URLSearchParams({ status, ...asked });
        return (
          <li key={status}>
            <Link
              href={`/projects/${projectID}/deliveries?${search}`}
              className="block bg-canvas px-3 py-2.5 hover:bg-hover focus-visible:-outline-offset-2"
            >
              <span className={cn("flex items-center gap-1.5 text-sm", TONE_TEXT[tone])}>
                <Icon aria-hidden className="size-3.5" strokeWidth={2.25} />
                {word}
              </span>
              <span className="block font-medium text-lg">{counts ? counts[status].toLocaleString("en") : "–"}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
