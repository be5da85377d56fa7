/** What a chart of statistics may show. */
export const CHARTS = ["state", "attempts", "success", "rate"] as const;
export type ChartName = (typeof CHARTS)[number];

export type Charts = readonly [ChartName, ...ChartName[]];

/** The charts of a page; the first is the page without a `chart`. */
export const PROJECT_CHARTS: Charts = ["state", "attempts", "success", "rate"];
export const ENDPOINT_CHARTS: Charts = ["attempts", "state", "success", "rate"];

export const CHART_LOOK: Record<ChartName, { word: string; label: string; meaning: string }> = {
  state: {
    word: "State",
    label: "Deliveries over time",
    meaning: "Deliveries by when they were made, as they stand now",
  },
  attempts: { word: "Attempts", label: "Attempts over time", meaning: "Attempts by when they were made" },
  success: { word: "Success", label: "Success rate over time", meaning: "Percent of the attempts that succeeded" },
  rate: { word: "Rate", label: "Rate over time", meaning: "Deliveries that arrive against those that are delivered" },
};
