const PROJECT = "01975f2a-7c1e-7cc2-9f3a-1f6f6a0b9d01";
const ENDPOINT = "01975f2b-03a8-7d4e-8a11-52f0c3b7e802";
const SUBSCRIPTION = "01975f2b-8f22-7a63-9c58-71e2d4f6ab04";
const SOURCE = "01975f2a-6e31-7b0c-8d57-3c2b1a0f9e03";
const EVENT = "01975f2c-1d40-7b37-a2e9-3c8b0f4d6e05";
const DELIVERY = "01975f2c-1d44-7c19-8d70-94a6e1b2c306";
const REPLAY = "01975f2c-2b10-7d21-8e55-0f1e2d3c4b0a";
const AT = "2027-01-31T12:00:00.000Z";

const counts = {
  deliveries: 118,
  succeeded: 115,
  failed: 1,
  discarded: 0,
  waiting: 2,
  attempts: 120,
  attempts_failed: 3,
};
const balance = { accepted: 118, delivered: 115, waiting: 2, failed: 1, discarded: 0, balanced: true };

const INCIDENT = {
  uid: "01975f2c-1d90-7a55-b1c2-6d7e8f90120a",
  project_id: PROJECT,
  endpoint_id: ENDPOINT,
  endpoint_name: "Billing",
  endpoint_status: "pending",
  status: "open",
  title: "503 “maintenance” from Billing",
  advice: "The receiver is overloaded or in maintenance. Deliveries go on by themselves when it answers.",
  code: "http",
  response_status: 503,
  detail: "maintenance",
  error: null,
  first_seen_at: AT,
  last_seen_at: AT,
  attempts: 1204,
  deliveries: 980,
  waiting: 981,
  next_probe_at: AT,
  last_delivery_id: DELIVERY,
  acknowledged_at: null,
  acknowledged_by: null,
  recovered_at: null,
  recovery: null,
  activity: [...new Array<number>(22).fill(0), 500, 704],
};
const INCIDENT_NOTE = {
  uid: "01975f2c-1d90-7a55-b1c2-6d7e8f90120b",
  author: "ada@example.com",
  text: "The billing team restarts its proxy.",
  created_at: AT,
};

/** Examples for operators: incidents, replays, alerts, statistics. */
const SIGNED_REQUEST = {
  method: "POST",
  url: "https://billing.example.com/hooks",
  headers: {
    "content-type": "application/json",
    "webhook-id": "01975f2c-1d44-7c19-8d70-94a6e1b2c306",
    "webhook-timestamp": "1801396800",
    "webhook-signature": "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  },
  data: [123, 125],
  raw: "{}",
  signed_at: "2027-01-31T12:00:00.000Z",
};

const TEST_ANSWER = {
  response_status: 200,
  response_http_header: { "content-type": "text/plain" },
  response_data: "ok",
  response_truncated: false,
  error_code: null,
  error: null,
  duration_ms: 48,
};

export const OPERATING_EXAMPLES: Record<string, unknown> = {
  Replay: {
    uid: REPLAY,
    project_id: PROJECT,
    name: "Billing was down",
    status: "Running",
    filter: { status: ["Failure"], endpointId: [ENDPOINT], startDate: "2027-01-31", endDate: "2027-01-31" },
    rate_per_second: 20,
    force: false,
    created_by: "ada@example.com",
    preview: {
      count: 400,
      by_status: { Failure: 400 },
      sample: [
        {
          delivery_id: DELIVERY,
          event_id: EVENT,
          endpoint_id: ENDPOINT,
          event_type: "invoice.paid",
          status: "Failure",
          created_at: AT,
        },
      ],
      is_truncated: false,
    },
    progress: { waiting: 198, resent: 200, skipped: 2, percent: 50.5 },
    created_at: AT,
    updated_at: AT,
    started_at: AT,
    finished_at: null,
  },
  CancelDeliveries: { filter: { endpointId: [ENDPOINT], status: ["Scheduled", "Retry"] } },
  CancelledDeliveries: { cancelled: 998, skipped: 2, next: "01975f2c-1d90-7a55-b1c2-6d7e8f901207" },
  MatchCount: { count: 1204, is_more: false },
  CreateReplay: {
    name: "Billing was down",
    filter: { status: ["Failure"], endpointId: [ENDPOINT], startDate: "2027-01-31", endDate: "2027-01-31" },
    rate_per_second: 20,
  },
  View: {
    uid: "01975f2c-3c20-7e32-9f66-102f3d4c5b0b",
    project_id: PROJECT,
    list: "deliveries",
    name: "Billing fails",
    query: { status: "Failure,Retry", endpointId: ENDPOINT },
    columns: [],
    is_shared: true,
    is_pinned: true,
    created_by: "ada@example.com",
    created_at: AT,
    updated_at: AT,
  },
  CreateView: {
    list: "deliveries",
    name: "Billing fails",
    query: { status: "Failure,Retry", endpointId: ENDPOINT },
    columns: ["status", "event_type", "latency", "created_at"],
    is_shared: true,
    is_pinned: true,
  },
  UpdateView: { query: { status: "Failure", endpointId: ENDPOINT } },
  ViewCount: { count: 12, is_more: false, reason: null },
  Alert: {
    uid: "01975f2c-1d90-7a55-b1c2-6d7e8f901209",
    project_id: PROJECT,
    subscription_id: SUBSCRIPTION,
    endpoint_id: ENDPOINT,
    failures: 20,
    threshold_seconds: 300,
    message: "20 attempts to Billing failed within 5m.",
    acknowledged_at: null,
    created_at: AT,
  },
  Incident: INCIDENT,
  Note: INCIDENT_NOTE,
  IncidentWithNotes: { ...INCIDENT, notes: [INCIDENT_NOTE] },
  SignedRequest: SIGNED_REQUEST,
  TestSend: { raw: '{"amount":42}' },
  TestAnswer: TEST_ANSWER,
  TestSendResult: { request: SIGNED_REQUEST, ...TEST_ANSWER },
  CreateNote: { text: INCIDENT_NOTE.text },
  DeliveryCounts: {
    start: "2027-01-31T00:00:00.000Z",
    end: "2027-02-01T00:00:00.000Z",
    Scheduled: 2,
    Processing: 1,
    Retry: 4,
    Success: 1180,
    Failure: 12,
    Discarded: 5,
  },
  Stats: {
    interval: "hour",
    start: AT,
    end: "2027-01-31T13:00:00.000Z",
    series: [
      {
        time: AT,
        ...counts,
        answers: { "2xx": 115, "3xx": 0, "4xx": 1, "5xx": 3, timeout: 1, no_answer: 0 },
        p50_ms: 42.5,
        p95_ms: 180,
        p99_ms: 951,
        events: 120,
      },
    ],
  },
  EndpointDays: {
    start: "2027-01-30T13:00:00.000Z",
    end: "2027-01-31T13:00:00.000Z",
    endpoints: [
      {
        endpoint_id: ENDPOINT,
        attempts: [...new Array<number>(22).fill(0), 90, 110],
        attempts_failed: [...new Array<number>(22).fill(0), 0, 5],
        success_rate: 97.5,
        p95_ms: 180,
        waiting: 4,
      },
    ],
  },
  SubscriptionDays: {
    start: "2027-01-30T13:00:00.000Z",
    end: "2027-01-31T13:00:00.000Z",
    subscriptions: [
      {
        subscription_id: SUBSCRIPTION,
        deliveries: [...new Array<number>(22).fill(0), 85, 105],
        attempts: [...new Array<number>(22).fill(0), 90, 110],
        attempts_failed: [...new Array<number>(22).fill(0), 0, 5],
        success_rate: 97.5,
        p95_ms: 180,
        waiting: 4,
      },
    ],
  },
  SourceDays: {
    start: "2027-01-30T13:00:00.000Z",
    end: "2027-01-31T13:00:00.000Z",
    sources: [
      {
        source_id: SOURCE,
        events: [...new Array<number>(23).fill(0), 120],
        refused: 2,
        last_event_at: AT,
        state: "listening",
        error: null,
      },
    ],
  },
  Backlog: {
    at: AT,
    waiting: 1204,
    held: 15,
    delayed: 12,
    oldest_waiting_at: "2027-01-31T12:00:00.000Z",
    arrivals_per_minute: 120,
    delivered_per_minute: 300.4,
    empty_in_seconds: 401,
  },
  EndpointStats: {
    endpoint_id: ENDPOINT,
    start: "2027-01-30T13:00:00.000Z",
    end: "2027-01-31T13:00:00.000Z",
    ...counts,
    success_rate: 97.5,
    latency: { sample: 120, p50_ms: 42.5, p95_ms: 180, p99_ms: 950.5, max_ms: 1204 },
  },
  Ledger: {
    at: AT,
    events: { accepted: 120, duplicates: 3, discarded: 7, failed: 0, pending: 0, routed: 110 },
    deliveries: balance,
    endpoints: [{ endpoint_id: ENDPOINT, name: "Billing", is_deleted: false, ...balance }],
  },
};
