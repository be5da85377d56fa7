"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChartSkeleton } from "@/components/charts/chart-skeleton";
import { ErrorReason } from "@/components/data/error-reason";
import { usePoll } from "@/components/data/use-poll";
import { DateFilter } from "@/components/data-table/date-filter";
import { StatusCounts } from "@/components/overview/status-counts";
import { BacklogLine } from "@/components/stats/backlog-line";
import { PROJECT_CHARTS } from "@/components/stats/chart-names";
import { deliveryCountsRead, statsRead } from "@/components/stats/queries";
import { StatsChart } from "@/components/stats/stats-chart";
import { useStatsRange } from "@/components/stats/use-stats-range";
import { Callout } from "@/components/ui/callout";
import { Link } from "@/components/ui/link";

/** The deliveries of the last day, or of the range in the address: by status, and over time. */
export function DeliveryTotals({ projectID }: { projectID: string }) {
  const { range, asked, interval, setRange } = useStatsRange();
  const live = { placeholderData: keepPreviousData, refetchInterval: usePoll(5_000) };
  const counts = useQuery({ ...deliveryCountsRead(projectID, asked), ...live });
  const series = useQuery({ ...statsRead(projectID, { ...asked, interval }), ...live });
  const error = counts.error ?? series.error;

  return (
    <section aria-label="Deliveries" className="space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-medium text-base">Deliveries</h2>
        <span className="flex items-center gap-3">
          <Link
            href={`/projects/${projectID}/ledger`}
            className="text-ink-muted text-sm underline-offset-2 hover:text-ink hover:underline"
          >
            Ledger
          </Link>
          <DateFilter range={range} onChange={setRange} openName="Last 24 hours" />
        </span>
      </div>
      {error && (
        <Callout tone="warning">
          <ErrorReason error={{ ...error, message: error.fields[0]?.message ?? error.message }} />
        </Callout>
      )}
      <BacklogLine projectID={projectID} href={`/projects/${projectID}/deliveries?status=Retry,Scheduled,Processing`} />
      <StatusCounts projectID={projectID} asked={asked} counts={counts.data} />
      {series.data ? (
        <StatsChart stats={series.data} charts={PROJECT_CHARTS} onRange={setRange} />
      ) : (
        !series.error && <ChartSkeleton />
      )}
    </section>
  );
}
