import { type Metric, register } from "prom-client";

/** The metric of this name, made once per process: a module may be loaded again, in tests and by the bundle of the pages. */
export function metricOf<M extends Metric>(name: string, make: (name: string) => M): M {
  return (register.getSingleMetric(name) as M | undefined) ?? make(name);
}
