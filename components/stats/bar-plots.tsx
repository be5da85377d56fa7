import type { Plot } from "@/components/charts/plot";
import { evenScale, nameCount } from "@/components/charts/scale-values";
import { type Layer, StackedBars } from "@/components/charts/stacked-bars";
import type { Stats, StatsPoint } from "@/lib/nouns/stats/schemas";

type Series = Stats["series"];

/** How deliveries that were made in each step stand now. What failed is at the base, so that it is seen. */
export function plotStates(series: Series): Plot {
  const words = { failed: "failed", waiting: "waiting", discarded: "discarded", succeeded: "succeeded" } as const;
  return stack("Deliveries", "deliveries", [
    { name: words.failed, ink: "failure", counts: pick(series, "failed") },
    { name: words.waiting, ink: "retry", counts: pick(series, "waiting") },
    { name: words.discarded, ink: "discarded", counts: pick(series, "discarded") },
    { name: words.succeeded, ink: "success", counts: pick(series, "succeeded") },
  ]);
}

/** Attempts that were made in each step, those that failed at the base. */
export function plotAttempts(series: Series): Plot {
  return stack("Attempts", "attempts", [
    { name: "failed", ink: "failure", counts: series.map(({ attempts_failed }) => attempts_failed) },
    {
      name: "succeeded",
      ink: "success",
      counts: series.map(({ attempts, attempts_failed }) => attempts - attempts_failed),
    },
  ]);
}

function stack(name: string, noun: string, layers: Layer[]): Plot {
  const totals = (layers[0]?.counts ?? []).map((_, step) =>
    layers.reduce((total, { counts }) => total + (counts[step] ?? 0), 0),
  );
  const scale = evenScale(totals);
  return {
    name,
    scale,
    keys: layers.toReversed(),
    drawing: <StackedBars layers={layers} scale={scale} />,
    tell: (step) => {
      const parts = layers.toReversed().map((layer) => [layer.counts[step] ?? 0, layer.name] as const);
      const some = parts.filter(([count]) => count > 0).map(([count, word]) => `${nameCount(count)} ${word}`);
      const total = totals[step] ?? 0;
      return `${nameCount(total)} ${total === 1 ? noun.replace(/ies$/, "y").replace(/s$/, "") : noun}${some.length > 0 ? `, ${some.join(", ")}` : ""}`;
    },
  };
}

function pick(series: Series, name: "failed" | "waiting" | "discarded" | "succeeded"): StatsPoint[typeof name][] {
  return series.map((point) => point[name]);
}
