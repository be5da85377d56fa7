"use client";

import { useListQuery } from "@/components/data-table/use-list-query";
import { type StatsRange, toStatsRange } from "@/components/stats/stats-range";
import { useNow } from "@/components/time/clock";
import { ReadStats } from "@/lib/nouns/stats/schemas";

/** The range of a page's statistics, stored in the address. */
export function useStatsRange(): StatsRange & { setRange: (range: StatsRange["range"]) => void } {
  const { values, setFilters } = useListQuery(ReadStats);
  return { ...toStatsRange(values, useNow()), setRange: setFilters };
}
