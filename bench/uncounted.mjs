// Loaded before the program by the scenario "observed": its metrics are there, and count, time and collect nothing.
import { createRequire } from "node:module";

const prometheus = createRequire(import.meta.url)("prom-client");
const nothing = () => {};

for (const kind of ["Counter", "Gauge", "Histogram"]) {
  for (const change of ["inc", "dec", "set", "observe"]) {
    if (change in prometheus[kind].prototype) prometheus[kind].prototype[change] = nothing;
  }
}
prometheus.collectDefaultMetrics = nothing;
