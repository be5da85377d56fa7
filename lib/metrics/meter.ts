import { Counter, Histogram } from "prom-client";
import { metricOf } from "@/lib/kernel/metric-of";
import { type LabelsOf, METERS, type Meter, type MeterName } from "@/lib/metrics/catalog";

type NamesOf<K extends Meter["kind"]> = {
  [N in MeterName]: (typeof METERS)[N]["kind"] extends K ? N : never;
}[MeterName];
type Labels = Record<string, string | number>;

const counters = new Map<string, Counter>();
const histograms = new Map<string, Histogram>();

/** Adds to a counter. Costs about a microsecond: what happens per event is counted per batch. */
export function count<N extends NamesOf<"counter">>(name: N, labels: LabelsOf<N>, by = 1): void {
  const counter = counterOf(name);
  if (labels === null) counter.inc(by);
  else counter.inc(labels as Labels, by);
}

/** Notes a value of a histogram, in the unit of its name. */
export function observe<N extends NamesOf<"histogram">>(name: N, labels: LabelsOf<N>, value: number): void {
  const histogram = histogramOf(name);
  if (labels === null) histogram.observe(value);
  else histogram.observe(labels as Labels, value);
}

/** Measures work in seconds, also when it fails. */
export async function timed<N extends NamesOf<"histogram">, T>(
  name: N,
  labels: LabelsOf<N>,
  work: () => Promise<T>,
): Promise<T> {
  const startedAt = performance.now();
  try {
    return await work();
  } finally {
    observe(name, labels, (performance.now() - startedAt) / 1_000);
  }
}

/** Makes every meter, so that those that nothing happened to are read as 0. */
export function declareMeters(): void {
  for (const [name, { kind }] of Object.entries(METERS)) {
    if (kind === "counter") counterOf(name as MeterName);
    else histogramOf(name as MeterName);
  }
}

function counterOf(name: MeterName): Counter {
  const known = counters.get(name);
  if (known) return known;
  const { help, labels } = METERS[name];
  const made = metricOf(name, () => new Counter({ name, help, labelNames: [...labels] }));
  counters.set(name, made);
  return made;
}

function histogramOf(name: MeterName): Histogram {
  const known = histograms.get(name);
  if (known) return known;
  const { help, labels, buckets = [] } = METERS[name] as Meter;
  const made = metricOf(
    name,
    () => new Histogram({ name, help, labelNames: [...(labels ?? [])], buckets: [...buckets] }),
  );
  histograms.set(name, made);
  return made;
}
