import { Counter, collectDefaultMetrics, Histogram, register } from "prom-client";
import { metricOf } from "@/lib/kernel/metric-of";

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * The event loop's delay is measured by waking the process, which at the usual hundred times a second costs an idle
 * copy more than everything else. `nodejs_eventloop_lag_*` include these milliseconds.
 */
const EVENT_LOOP_SAMPLE_MS = 100;

/** The counters of requests, and with them what Node.js tells of the process. */
export function countRequests() {
  if (!register.getSingleMetric("process_cpu_seconds_total")) {
    collectDefaultMetrics({ eventLoopMonitoringPrecision: EVENT_LOOP_SAMPLE_MS });
  }
  const requests = metricOf(
    "hookyard_http_requests_total",
    (name) =>
      new Counter({ name, help: "Requests of /v1 and /ingest that were answered", labelNames: ["method", "status"] }),
  );
  const seconds = metricOf(
    "hookyard_http_request_seconds",
    (name) => new Histogram({ name, help: "Time to the answer", buckets: BUCKETS }),
  );
  return { requests, seconds };
}
