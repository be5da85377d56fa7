import { Gauge, register } from "prom-client";

export type Sample = readonly [value: number | null | undefined, labels?: Record<string, string>];

/** A figure that is measured when the metrics are read. What is not known is not told. */
export type Figure<From> = {
  readonly help: string;
  readonly labels?: readonly string[];
  of(from: From): readonly Sample[];
};

/**
 * Puts figures among the metrics of this process. `read` gets what they are told from, and null where that is not known
 * now. `aggregator` says what the copy tells of its processes: their sum, or for figures of the one database, the most.
 */
export function exposeGauges<From>(
  figures: Readonly<Record<string, Figure<From>>>,
  read: () => From | null | Promise<From | null>,
  aggregator: "sum" | "max",
): void {
  for (const [name, { help, labels = [], of }] of Object.entries(figures)) {
    register.removeSingleMetric(name);
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames: labels,
      aggregator,
      async collect() {
        const from = await read();
        gauge.reset();
        if (labels.length === 0) gauge.remove();
        for (const [value, under] of from === null ? [] : of(from)) {
          if (value !== null && value !== undefined) gauge.set(under ?? {}, value);
        }
      },
    });
  }
}
