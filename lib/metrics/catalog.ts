/** What is counted: the names of the labels are closed lists, so that no sender can make the metrics grow. */
export type Meter = {
  readonly kind: "counter" | "histogram";
  readonly help: string;
  readonly labels?: readonly string[];
  /** Upper bounds, in the unit of the name. */
  readonly buckets?: readonly number[];
};

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Receivers may take their time. */
const ATTEMPT_SECONDS = [...SECONDS, 30, 60];
/** From the event to its delivery: minutes and hours where a receiver was away. */
const DELIVERY_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 1_800, 7_200, 86_400];
const CLAIM_SECONDS = [0.0005, ...SECONDS, 12];
const BATCH = [1, 2, 5, 10, 20, 50, 100, 200, 400];

const counter = <const L extends readonly string[]>(help: string, ...labels: L) =>
  ({ kind: "counter", help, labels }) as const;
const histogram = <const L extends readonly string[]>(help: string, buckets: readonly number[], ...labels: L) =>
  ({ kind: "histogram", help, labels, buckets }) as const;

/**
 * Every counter and histogram of the program, by the conventions of Prometheus: seconds and bytes, `_total` for what only
 * grows. Gauges are measured when they are read: `gauges.ts` of this room and of `lib/nouns/health`.
 */
export const METERS = {
  hookyard_http_requests_total: counter("Requests that were answered", "door", "method", "status"),
  hookyard_http_request_seconds: histogram(
    "Time to the answer; of door wait it is what the caller asked to wait",
    SECONDS,
    "door",
  ),
  hookyard_http_errors_total: counter("Requests that were refused or failed, by the code of their error", "code"),

  hookyard_events_committed_total: counter(
    "Events that were committed: routed at once, left to the inbox, known by their idempotency key, sent nowhere, or refused by a broker's source",
    "outcome",
  ),
  hookyard_events_routed_total: counter("Events of the inbox that were routed, or deferred", "outcome"),
  hookyard_deliveries_created_total: counter("Deliveries that were committed with their event or routed later"),
  hookyard_commit_seconds: histogram("Time of a commit of events", SECONDS),
  hookyard_commit_events: histogram("Events in one commit", BATCH),
  hookyard_commit_failures_total: counter("Commits of events that failed; their senders were told"),
  hookyard_webhooks_refused_total: counter("Requests that a source refused, by the reason in their answer", "reason"),

  hookyard_attempts_total: counter(
    "Attempts that ended: by what the delivery became, and by status class or error code",
    "destination",
    "outcome",
    "result",
  ),
  hookyard_attempt_seconds: histogram("Time of an attempt", ATTEMPT_SECONDS),
  hookyard_deliveries_finished_total: counter("Deliveries whose attempts ended", "status"),
  hookyard_delivery_seconds: histogram("Time from the event to its successful delivery", DELIVERY_SECONDS),
  hookyard_deliveries_discarded_total: counter("Deliveries that could not be sent when their turn came"),
  hookyard_settle_seconds: histogram("Time to write the outcomes of a batch of attempts", SECONDS),
  hookyard_settle_attempts: histogram("Attempts in one batch of outcomes", BATCH),
  hookyard_settle_failures_total: counter("Steps of batches of outcomes that failed and are repeated"),
  hookyard_claim_seconds: histogram("Time of a claim of due deliveries", CLAIM_SECONDS),
  hookyard_claim_lanes_total: counter("Lanes that claims looked at"),
  hookyard_claim_leases_total: counter("Deliveries that claims leased"),
  hookyard_leases_lost_total: counter("Leases that ended before their delivery was attempted or settled"),
  hookyard_breaker_moves_total: counter("Circuit breakers that opened or closed", "to"),

  hookyard_function_runs_total: counter("Calls of functions, by how they ended", "outcome"),
  hookyard_function_seconds: histogram("Processor time of a call of a function that ran", SECONDS),

  hookyard_consumer_failures_total: counter("Times that a source that Hookyard reads ended with an error", "type"),
  hookyard_snapshot_seconds: histogram("Time to read a project's configuration", SECONDS),

  hookyard_notifications_total: counter(
    "Notifications that were sent, failed and wait, or were given up",
    "channel",
    "outcome",
  ),
  hookyard_maintenance_seconds: histogram("Time of a periodic job", [...SECONDS, 60, 300], "job"),
  hookyard_maintenance_failures_total: counter("Periodic jobs that failed and will be tried again", "job"),
  hookyard_days_removed_total: counter("Days of events that retention removed"),
  hookyard_days_exported_total: counter("Days of a project that were exported before their removal"),
} as const satisfies Record<string, Meter>;

export type MeterName = keyof typeof METERS;
/** The labels that a meter is counted under; null for one without. */
export type LabelsOf<N extends MeterName> = (typeof METERS)[N]["labels"] extends readonly []
  ? null
  : Readonly<Record<(typeof METERS)[N]["labels"][number], string | number>>;
