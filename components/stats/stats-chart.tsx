"use client";

import { memo } from "react";
import { ChartSkeleton } from "@/components/charts/chart-skeleton";
import type { Plot } from "@/components/charts/plot";
import { SeriesChart } from "@/components/charts/series-chart";
import { useLate } from "@/components/late/use-late";
import { plotAnswers, plotEvents, plotStates } from "@/components/stats/bar-plots";
import { ChartChoice } from "@/components/stats/chart-choice";
import { CHART_LOOK, type ChartName, type Charts } from "@/components/stats/chart-names";
import type { StatsRange } from "@/components/stats/stats-range";
import { useChart } from "@/components/stats/use-chart";
import type { Stats } from "@/lib/nouns/stats/schemas";

type StatsChartProps = {
  stats: Stats;
  /** What may be shown; the first is shown unless the address says otherwise. */
  charts: Charts;
  note?: string | undefined;
  onRange: (range: StatsRange["range"]) => void;
};

const BAR_PLOTS = { state: plotStates, answers: plotAnswers, events: plotEvents };
const loadLinePlots = () => import("@/components/stats/line-plots").then(({ LINE_PLOTS }) => LINE_PLOTS);

/** Statistics over time, seen as the address says. Drawn again only for others: what is around it may be at each key. */
export const StatsChart = memo(function StatsChart({ stats, charts, note, onRange }: StatsChartProps) {
  const { chart, setChart } = useChart(charts);
  const plot = usePlot(chart, stats);
  if (!plot) return <ChartSkeleton />;
  return (
    <SeriesChart
      label={CHART_LOOK[chart].label}
      plot={plot}
      interval={stats.interval}
      times={stats.series.map(({ time }) => time)}
      note={note}
      onRange={onRange}
    >
      <ChartChoice charts={charts} chart={chart} onChoose={(name) => void setChart(name)} />
    </SeriesChart>
  );
});

/** What the chart draws; null until the part of the program that draws lines is there. */
function usePlot(chart: ChartName, stats: Stats): Plot | null {
  const isOfLines = chart === "success" || chart === "latency" || chart === "rate";
  const linePlots = useLate(loadLinePlots, isOfLines);
  if (!isOfLines) return BAR_PLOTS[chart](stats.series);
  return linePlots ? linePlots[chart](stats) : null;
}
