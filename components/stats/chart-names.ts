/** What a chart of statistics may show. */
export const CHARTS = ["state", "answers", "events", "success", "latency", "rate"] as const;
export type ChartName = (typeof CHARTS)[number];

export type Charts = readonly [ChartName, ...ChartName[]];

/** The charts of a page; the first is the page without a `chart`. */
export const PROJECT_CHARTS: Charts = ["state", "answers", "events", "success", "latency", "rate"];
export const ENDPOINT_CHARTS: Charts = ["answers", "state", "success", "latency", "rate"];
export const SOURCE_CHARTS: Charts = ["events", "state", "answers", "success", "latency", "rate"];
/** The charts of deliveries that may be narrowed to endpoints or a subscription: then there is no count of events. */
export const DELIVERY_CHARTS: Charts = ["state", "answers", "success", "latency", "rate"];

export const CHART_LOOK: Record<ChartName, { word: string; label: string; meaning: string }> = {
  state: {
    word: "State",
    label: "Deliveries over time",
    meaning: "Deliveries by when they were made, as they stand now",
  },
  answers: { word: "Answers", label: "Attempts over time", meaning: "Attempts by what came back" },
  events: { word: "Events", label: "Events over time", meaning: "Events that were accepted" },
  success: { word: "Success", label: "Success rate over time", meaning: "Percent of the attempts that succeeded" },
  latency: { word: "Latency", label: "Latency over time", meaning: "How long attempts took" },
  rate: { word: "Rate", label: "Rate over time", meaning: "Deliveries that arrive against those that are delivered" },
};
