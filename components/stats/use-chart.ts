"use client";

import { parseAsStringLiteral, useQueryState } from "nuqs";
import { CHARTS, type ChartName, type Charts } from "@/components/stats/chart-names";

/** Which of the page's charts is shown, stored in the address: the first, unless `chart` names another. */
export function useChart(charts: Charts) {
  const [named, setNamed] = useQueryState(
    "chart",
    parseAsStringLiteral(CHARTS).withOptions({ history: "push", scroll: false }),
  );
  const chart = named !== null && charts.includes(named) ? named : charts[0];
  return { chart, setChart: (name: ChartName) => setNamed(name === charts[0] ? null : name) };
}
