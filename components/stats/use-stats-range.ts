"use client";

import { useListQuery } from "@/components/data-table/use-list-query";
import { type StatsRange, toStatsRange } from "@/components/stats/stats-range";
import { useMinute } from "@/components/time/clock";
import { statsReader } from "@/lib/nouns/stats/list-reader";

/** The range of a page's statistics, stored in the address. */
export function useStatsRange(): StatsRange & { setRange: (range: StatsRange["range"]) => void } {
  const { values, setFilters } = useListQuery(statsReader);
  return { ...toStatsRange(values, useMinute()), setRange: setFilters };
}
