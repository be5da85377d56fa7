const ENDPOINT = "01975f2b-03a8-7d4e-8a11-52f0c3b7e802";
const ROUTE = "01975f2c-4d31-7f43-8a77-213e4f5d6c0c";
const AT = "2027-01-31T12:00:00.000Z";

const ROUTE_FIELDS = {
  uid: ROUTE,
  name: "On call",
  type: "slack",
  settings: { type: "slack", webhook_url: "[REDACTED]" },
  kinds: null,
  pause_seconds: 60,
  is_enabled: true,
  last_message_at: AT,
  created_at: AT,
  updated_at: AT,
};

const CREATE_ROUTE = {
  name: "On call",
  settings: { type: "slack", webhook_url: "https://hooks.slack.com/services/T000/B000/abc" },
};

/** Examples of who is told of what. */
export const ALERTING_EXAMPLES: Record<string, unknown> = {
  AlertRule: {
    kind: "oldest_waiting",
    name: "A delivery waits for long",
    description: "The oldest delivery to an endpoint that is not paused waits for so long.",
    level: "warning",
    is_enabled: true,
    threshold: 600,
    unit: "seconds",
    usual_threshold: 900,
    silenced_until: null,
  },
  UpdateAlertRules: { oldest_waiting: { threshold: 600 }, failure_share: { is_enabled: false } },
  UpdateInstallationAlertRules: { installation_warning: { threshold: 300 } },
  SilenceAlertRules: { seconds: 3_600 },
  Problem: {
    uid: "01975f2c-4d31-7f43-8a77-213e4f5d6c0d",
    kind: "breaker_open",
    level: "critical",
    status: "open",
    title: "Billing fails, and its deliveries are held",
    cause: "503 from Billing",
    subject_type: "endpoint",
    subject_id: ENDPOINT,
    subject_name: "Billing",
    amount: null,
    since: AT,
    raised_at: AT,
    ended_at: null,
  },
  Notification: {
    uid: "01975f2c-4d31-7f43-8a77-213e4f5d6c0e",
    channel: "slack",
    status: "sent",
    subject: "Billing fails, and its deliveries are held · Shop",
    body: `Critical: Billing fails, and its deliveries are held: 503 from Billing\nSince 2027-01-31 12:00:00 UTC`,
    route_id: ROUTE,
    route_name: "On call",
    endpoint_id: null,
    tries: 1,
    last_error: null,
    next_try_at: null,
    created_at: AT,
    sent_at: AT,
    failed_at: null,
  },
  AlertRoute: ROUTE_FIELDS,
  CreatedAlertRoute: { ...ROUTE_FIELDS, secret: null },
  CreateAlertRoute: CREATE_ROUTE,
  UpdateAlertRoute: { kinds: ["source_down", "breaker_open"], pause_seconds: 300 },
  AlertRouteTest: { is_delivered: false, error: "It was answered with 404: no_service", duration_ms: 182 },
};
