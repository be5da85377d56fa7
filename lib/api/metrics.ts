import { Counter, collectDefaultMetrics, Histogram, register } from "prom-client";

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * The event loop's delay is measured by waking the process, which at the usual hundred times a second costs an idle
 * copy more than everything else. `nodejs_eventloop_lag_*` include these milliseconds.
 */
const EVENT_LOOP_SAMPLE_MS = 100;

/** Registers once per process: tests and the bundle of the pages may load this module again. */
export function countRequests() {
  if (!register.getSingleMetric("process_cpu_seconds_total")) {
    collectDefaultMetrics({ eventLoopMonitoringPrecision: EVENT_LOOP_SAMPLE_MS });
  }
  const requests =
    (register.getSingleMetric("hookyard_http_requests_total") as Counter<"method" | "status"> | undefined) ??
    new Counter({
      name: "hookyard_http_requests_total",
      help: "Requests of /v1 and /ingest that were answered",
      labelNames: ["method", "status"],
    });
  const seconds =
    (register.getSingleMetric("hookyard_http_request_seconds") as Histogram | undefined) ??
    new Histogram({ name: "hookyard_http_request_seconds", help: "Time to the answer", buckets: BUCKETS });
  return { requests, seconds };
}
