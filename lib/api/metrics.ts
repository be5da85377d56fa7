import { collectDefaultMetrics, register } from "prom-client";
import { count, declareMeters, observe } from "@/lib/metrics/meter";

/**
 * The event loop's delay is measured by waking the process, which at the usual hundred times a second costs an idle
 * copy more than everything else. `nodejs_eventloop_lag_*` include these milliseconds.
 */
const EVENT_LOOP_SAMPLE_MS = 100;

/** Makes the metrics of this process, and with them what Node.js tells of it. */
export function declareMetrics(): void {
  if (!register.getSingleMetric("process_cpu_seconds_total")) {
    collectDefaultMetrics({ eventLoopMonitoringPrecision: EVENT_LOOP_SAMPLE_MS });
  }
  declareMeters();
}

const METHODS = new Set(["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]);

/** Counts a request that was answered `seconds` after it came. */
export function countRequest(request: { path: string; method: string; status: number }, seconds: number): void {
  const { method, status } = request;
  const door = doorOf(request.path);
  count("hookyard_http_requests_total", { door, method: METHODS.has(method) ? method : "other", status });
  observe("hookyard_http_request_seconds", { door }, seconds);
}

/** Requests that their callers ask to wait say nothing of the time of the others. */
function doorOf(path: string): string {
  if (path.startsWith("/ingest/")) return "ingest";
  if (path.startsWith("/receive/")) return "receive";
  if (!path.startsWith("/v1/")) return "other";
  return path.endsWith("/stream") || path.endsWith("/pull") ? "wait" : "api";
}
