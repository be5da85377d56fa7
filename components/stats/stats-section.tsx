"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChartSkeleton } from "@/components/charts/chart-skeleton";
import { ErrorReason } from "@/components/data/error-reason";
import { usePoll } from "@/components/data/use-poll";
import { DateFilter } from "@/components/data-table/date-filter";
import { Section } from "@/components/forms/section";
import type { Charts } from "@/components/stats/chart-names";
import { type StatsOf, statsRead } from "@/components/stats/queries";
import { StatsChart } from "@/components/stats/stats-chart";
import { useStatsRange } from "@/components/stats/use-stats-range";
import { Callout } from "@/components/ui/callout";

type StatsSectionProps = { projectID: string; title: string; of: StatsOf; charts: Charts };

/** The statistics of one resource over the range in the address, the last day without one. */
export function StatsSection({ projectID, title, of, charts }: StatsSectionProps) {
  const { range, asked, interval, setRange } = useStatsRange();
  const { data, error } = useQuery({
    ...statsRead(projectID, { ...asked, interval, ...of }),
    placeholderData: keepPreviousData,
    refetchInterval: usePoll(10_000),
  });
  return (
    <Section title={title} action={<DateFilter range={range} onChange={setRange} openName="Last 24 hours" />}>
      {error && (
        <Callout tone="warning">
          <ErrorReason error={{ ...error, message: error.fields[0]?.message ?? error.message }} />
        </Callout>
      )}
      {data ? <StatsChart stats={data} charts={charts} onRange={setRange} /> : !error && <ChartSkeleton />}
    </Section>
  );
}
