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

const ANSWERS = [
  ["no_answer", "no answer", "discarded"],
  ["timeout", "timeout", "processing"],
  ["5xx", "5xx", "failure"],
  ["4xx", "4xx", "retry"],
  ["3xx", "3xx", "scheduled"],
  ["2xx", "2xx", "success"],
] as const;

/** Attempts by what came back, the worst at the base. */
export function plotAnswers(series: Series): Plot {
  return stack(
    "Attempts",
    "attempts",
    ANSWERS.map(([key, name, ink]) => ({ name, ink, counts: series.map(({ answers }) => answers[key]) })),
  );
}

/** Events that were accepted. */
export function plotEvents(series: Series): Plot {
  const counts = series.map(({ events }) => events ?? 0);
  return { ...stack("Events", "events", [{ name: "accepted", ink: "accent", counts }]), keys: [] };
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
