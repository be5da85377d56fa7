"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChartSkeleton } from "@/components/charts/chart-skeleton";
import { ErrorReason } from "@/components/data/error-reason";
import { usePoll } from "@/components/data/use-poll";
import { DateFilter } from "@/components/data-table/date-filter";
import type { EndpointTab } from "@/components/endpoints/endpoint-tabs";
import { formatSuccess } from "@/components/endpoints/format-rate";
import { Section } from "@/components/forms/section";
import { Fact, Facts } from "@/components/layout/facts";
import { BacklogLine } from "@/components/stats/backlog-line";
import { ENDPOINT_CHARTS } from "@/components/stats/chart-names";
import { endpointStatsRead, statsRead } from "@/components/stats/queries";
import { StatsChart } from "@/components/stats/stats-chart";
import { useStatsRange } from "@/components/stats/use-stats-range";
import { TONE_TEXT } from "@/components/status/status-badge";
import { formatDurationMs } from "@/components/time/format-time";
import { Callout } from "@/components/ui/callout";
import { cn } from "@/components/ui/class-names";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import type { EndpointStats } from "@/lib/nouns/stats/schemas";

type EndpointStatsSectionProps = { projectID: string; endpointID: string };

/** The endpoint's statistics: attempts over time, how many failed, and how long they took. */
export function EndpointStatsSection({ projectID, endpointID }: EndpointStatsSectionProps) {
  const { range, asked, interval, setRange } = useStatsRange();
  const live = { placeholderData: keepPreviousData, refetchInterval: usePoll(10_000) };
  const stats = useQuery({ ...endpointStatsRead(projectID, endpointID, asked), ...live });
  const series = useQuery({ ...statsRead(projectID, { ...asked, interval, endpointId: endpointID }), ...live });
  const error = stats.error ?? series.error;
  const search = new URLSearchParams({ tab: "deliveries" satisfies EndpointTab, ...asked });

  return (
    <Section title="Attempts" action={<DateFilter range={range} onChange={setRange} openName="Last 24 hours" />}>
      {error && (
        <Callout tone="warning">
          <ErrorReason error={{ ...error, message: error.fields[0]?.message ?? error.message }} />
        </Callout>
      )}
      <BacklogLine
        projectID={projectID}
        endpointID={endpointID}
        href={`/projects/${projectID}/endpoints/${endpointID}?tab=${"deliveries" satisfies EndpointTab}&status=Retry,Scheduled,Processing`}
      />
      {series.data ? (
        <StatsChart stats={series.data} charts={ENDPOINT_CHARTS} onRange={setRange} />
      ) : (
        !series.error && <ChartSkeleton />
      )}
      {stats.data ? <StatsFacts stats={stats.data} /> : !stats.error && <Skeleton className="h-24 w-full" />}
      <p className="text-sm">
        <Link
          href={`/projects/${projectID}/endpoints/${endpointID}?${search}`}
          className="text-accent underline-offset-2 hover:underline"
        >
          Deliveries of this range
        </Link>
      </p>
    </Section>
  );
}

function StatsFacts({ stats }: { stats: EndpointStats }) {
  const { success_rate, attempts, attempts_failed, deliveries, waiting, failed, latency } = stats;
  return (
    <Facts className="sm:grid-cols-4">
      <Fact name="Attempts that succeeded">{success_rate === null ? "–" : formatSuccess(success_rate)}</Fact>
      <Fact name="Attempts">{count(attempts)}</Fact>
      <Fact name="Failed attempts">
        <span className={cn(attempts_failed > 0 && TONE_TEXT.failure)}>{count(attempts_failed)}</span>
      </Fact>
      <Fact name="Deliveries made">
        {count(deliveries)}
        {waiting > 0 && `, ${count(waiting)} wait`}
        {failed > 0 && `, ${count(failed)} failed`}
      </Fact>
      <Fact name="p50">{duration(latency.p50_ms)}</Fact>
      <Fact name="p95">{duration(latency.p95_ms)}</Fact>
      <Fact name="p99">{duration(latency.p99_ms)}</Fact>
      <Fact name="Slowest">
        {duration(latency.max_ms)}
        {latency.sample > 0 && <span className="text-ink-muted"> of the latest {count(latency.sample)}</span>}
      </Fact>
    </Facts>
  );
}

function duration(ms: number | null): string {
  return ms === null ? "–" : formatDurationMs(ms);
}

function count(value: number): string {
  return value.toLocaleString("en");
}
