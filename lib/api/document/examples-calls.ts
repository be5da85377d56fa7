import { ProjectSettings } from "@/lib/nouns/project-settings/schemas";

const PROJECT = "01975f2a-7c1e-7cc2-9f3a-1f6f6a0b9d01";
const ENDPOINT = "01975f2b-03a8-7d4e-8a11-52f0c3b7e802";
const EVENT = "01975f2c-1d40-7b37-a2e9-3c8b0f4d6e05";
const DELIVERY = "01975f2c-1d44-7c19-8d70-94a6e1b2c306";
const KEY = "01975f2d-5d40-7066-8c71-a4b5c6d7e815";
const AT = "2027-01-31T12:00:00.000Z";
const stamps = { created_at: AT, updated_at: AT, deleted_at: null };

const settings = ProjectSettings.parse({
  meta_event: { is_enabled: true, url: "https://ops.example.com/hookyard", secret: "[REDACTED]" },
});

const apiKey = {
  uid: KEY,
  project_id: PROJECT,
  name: "Deploy",
  role: "operator",
  prefix: "hy_8Kd0sPq3VzYt",
  created_by: { uid: "01975f2a-9c10-7d22-9e3f-60718293a411", email: "ada@example.com" },
  expires_at: "2027-12-31T00:00:00.000Z",
  last_used_at: AT,
  revoked_at: null,
  created_at: AT,
};

const functionVersion = {
  uid: "01975f2c-0b12-7d60-a4c1-8e9fa0b1c217",
  subscription_id: "01975f2b-8f22-7a63-9c58-71e2d4f6ab04",
  source_id: null,
  field: "function",
  number: 3,
  is_current: true,
  saved_by: "ada@example.com",
  saved_at: AT,
  replaced_at: null,
};

const event = { event_type: "invoice.paid", data: { id: 42, amount: 120 } };

/** Examples of callers, and of calls without a noun of their own. */
export const CALL_EXAMPLES: Record<string, unknown> = {
  Pagination: {
    has_next_page: true,
    has_prev_page: false,
    next_page_cursor: "AQABl18sHUR8GY1wlKbhssMGq1Y9pMcB",
    prev_page_cursor: "",
    per_page: 20,
  },
  Me: {
    kind: "api_key",
    uid: KEY,
    name: "Deploy",
    email: null,
    has_password: false,
    is_owner: false,
    sends_mail: true,
    projects: [{ uid: PROJECT, name: "Shop", type: "incoming", role: "operator", is_archived: false }],
    is_partial: false,
  },
  Project: {
    uid: PROJECT,
    name: "Shop",
    type: "incoming",
    settings,
    external_id: "shop-1",
    metadata: { region: "eu" },
    archived_at: null,
    ...stamps,
  },
  ProjectContents: { sources: 3, endpoints: 5, events: 81_204, waiting_deliveries: 12 },
  ApiKey: apiKey,
  CreatedApiKey: { ...apiKey, last_used_at: null, key: "hy_8Kd0sPq3VzYt_q3Zr0J2nXv7mK9sTtB4cWf1LhYpEaD6uGi5oRxSyQeM" },
  OpenInvitation: {
    project_name: "Shop",
    email: "grace@example.com",
    role: "viewer",
    has_account: false,
    expires_at: "2027-02-07T12:00:00.000Z",
  },
  AcceptedInvitation: { project_id: PROJECT, email: "grace@example.com", role: "viewer", is_new_account: true },
  Attempt: {
    uid: "01975f2c-1d90-7a55-b1c2-6d7e8f901216",
    delivery_id: DELIVERY,
    number: 1,
    method: "POST",
    url: "https://billing.example.com/hooks",
    request_http_header: { "content-type": "application/json", "webhook-id": DELIVERY },
    response_status: 200,
    response_http_header: { "content-type": "text/plain" },
    response_data: "ok",
    response_truncated: false,
    error_code: null,
    error: null,
    started_at: AT,
    duration_ms: 41.7,
  },
  CreateFanoutEvent: { owner_id: "customer-7", ...event },
  CreateBroadcastEvent: event,
  CreateDynamicEvent: { url: "https://billing.example.com/hooks", ...event },
  CreateEventBatch: { events: [{ endpoint_id: ENDPOINT, ...event }, { event_type: "invoice paid" }] },
  CreatedEventBatch: {
    accepted: 1,
    refused: 1,
    results: [
      { index: 0, status: 201, uid: EVENT, is_duplicate_event: false, deliveries: 1, reason: null, error: null },
      {
        index: 1,
        status: 422,
        uid: null,
        is_duplicate_event: false,
        deliveries: 0,
        reason: null,
        error: {
          code: "invalid_fields",
          message: "Check these fields: event_type.",
          fields: [{ path: "event_type", message: "Use letters, digits and . _ : / - only." }],
        },
      },
    ],
  },
  FunctionVersion: { ...functionVersion, code: "function transform(payload) { return { ...payload, seen: true } }" },
  FunctionVersionSummary: functionVersion,
  TestFunction: {
    function: "function transform(payload) { return { ...payload, seen: true } }",
    payload: { amount: 120 },
  },
  TestedFunctions: {
    results: [
      {
        event_id: null,
        event_type: null,
        ok: true,
        is_skipped: false,
        before: '{"amount":120}',
        after: '{"amount":120,"seen":true}',
        headers: null,
        error: null,
        logs: [],
        duration_ms: 0.4,
      },
    ],
  },
};
