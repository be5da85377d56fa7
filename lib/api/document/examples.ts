import { ALERTING_EXAMPLES } from "@/lib/api/document/examples-alerting";
import { BROKER_EXAMPLES } from "@/lib/api/document/examples-brokers";
import { CALL_EXAMPLES } from "@/lib/api/document/examples-calls";
import { DEVICE_EXAMPLES } from "@/lib/api/document/examples-devices";
import { EVENT_TYPE_EXAMPLES } from "@/lib/api/document/examples-event-types";
import { HANDSHAKE_EXAMPLES } from "@/lib/api/document/examples-handshakes";
import { INSTALLATION_EXAMPLES } from "@/lib/api/document/examples-installation";
import { OPERATING_EXAMPLES } from "@/lib/api/document/examples-operating";
import { PEOPLE_EXAMPLES } from "@/lib/api/document/examples-people";
import { RECEIVER_EXAMPLES } from "@/lib/api/document/examples-receivers";
import { SIGNATURE_EXAMPLES } from "@/lib/api/document/examples-signatures";

const PROJECT = "01975f2a-7c1e-7cc2-9f3a-1f6f6a0b9d01";
const ENDPOINT = "01975f2b-03a8-7d4e-8a11-52f0c3b7e802";
const SOURCE = "01975f2b-41b9-7e0f-b6a4-0d9f5e7c1a03";
const SUBSCRIPTION = "01975f2b-8f22-7a63-9c58-71e2d4f6ab04";
const EVENT = "01975f2c-1d40-7b37-a2e9-3c8b0f4d6e05";
const DELIVERY = "01975f2c-1d44-7c19-8d70-94a6e1b2c306";
const AT = "2027-01-31T12:00:00.000Z";
const stamps = { created_at: AT, updated_at: AT, deleted_at: null };

const references = { external_id: "customer-7", metadata: { plan: "gold" } };

const endpoint = {
  uid: ENDPOINT,
  project_id: PROJECT,
  owner_id: "",
  name: "Billing",
  description: "",
  url: "https://billing.example.com/hooks/{region}",
  url_variables: { region: "body.customer.region" },
  status: "active",
  status_reason: "",
  signature_algorithm: "hmac_and_ed25519",
  key_pairs: [
    {
      uid: "01975f2b-03a9-7f00-8000-0a1b2c3d4e08",
      public_key: "whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=",
      created_at: AT,
      expires_at: null,
    },
  ],
  advanced_signatures: true,
  authentication: { type: "api_key", api_key: { header_name: "X-Token", header_value: "[REDACTED]" } },
  tls: null,
  tls_certificates: [],
  headers: { "X-Tenant": "acme" },
  secrets: [{ uid: "01975f2b-03a9-7f00-8000-0a1b2c3d4e07", value: "[REDACTED]", expires_at: null, ...stamps }],
  events: 1204,
  failure_rate: 0.5,
  content_type: "application/json",
  http_method: "POST",
  http_timeout: 10,
  rate_limit: 0,
  rate_limit_duration: 60,
  max_in_flight: 0,
  ordering_key: "",
  ordering_policy: "block",
  ordering_skip_after: 3,
  chat_webhook_url: "",
  support_email: "",
  ...references,
  tags: ["eu", "plan:gold"],
  ...stamps,
};

const source = {
  uid: SOURCE,
  project_id: PROJECT,
  mask_id: "q3Zr0J2nXv7mK9sTtB4cWf1LhYpEaD6u",
  name: "GitHub",
  type: "http",
  url: "https://hooks.example.com/ingest/q3Zr0J2nXv7mK9sTtB4cWf1LhYpEaD6u",
  provider: "github",
  verifier: {
    type: "hmac",
    hmac: { header: "X-Hub-Signature-256", hash: "SHA256", encoding: "hex", secret: "[REDACTED]" },
  },
  is_disabled: false,
  body_function: null,
  header_function: null,
  idempotency_keys: ["request.header.X-GitHub-Delivery"],
  forward_headers: [],
  event_type_from: null,
  custom_response: null,
  pub_sub: null,
  rest_api: null,
  db_change_stream: null,
  provider_config: null,
  ...references,
  ...stamps,
};

const filter_config = {
  event_types: ["invoice.*"],
  filter: { body: { amount: { $gte: 100 } }, headers: {}, query: {}, path: {}, is_flattened: false },
};

const payload = { data: [123, 34, 97, 34, 58, 49, 125], raw: '{"a":1}' };

const metadata = {
  ...payload,
  strategy: "exponential",
  interval_seconds: 10,
  max_retry_seconds: 7200,
  retry_limit: 10,
  num_trials: 1,
  next_send_time: null,
};

const event = {
  uid: EVENT,
  project_id: PROJECT,
  app_id: null,
  source_id: SOURCE,
  event_type: "invoice.paid",
  status: "Success",
  status_reason: "",
  status_code: null,
  idempotency_key: null,
  is_duplicate_event: false,
  headers: { "content-type": "application/json" },
  metadata: null,
  ...payload,
  url_query_params: "",
  endpoints: [ENDPOINT],
  endpoint_metadata: [endpoint],
  source_metadata: source,
  acknowledged_at: AT,
  ...stamps,
};

const delivery = {
  uid: DELIVERY,
  project_id: PROJECT,
  event_id: EVENT,
  endpoint_id: ENDPOINT,
  device_id: null,
  subscription_id: SUBSCRIPTION,
  event_type: "invoice.paid",
  idempotency_key: null,
  description: "Delivered.",
  url_query_params: "",
  status: "Success",
  headers: { "content-type": "application/json" },
  latency: "0.042s",
  latency_seconds: 0.042,
  metadata,
  cli_metadata: null,
  endpoint_metadata: endpoint,
  device_metadata: null,
  event_metadata: event,
  source_metadata: source,
  acknowledged_at: AT,
  ...stamps,
};

const subscription = {
  uid: SUBSCRIPTION,
  project_id: PROJECT,
  name: "Invoices to billing",
  type: "api",
  function: null,
  alert_config: null,
  rate_limit_config: null,
  retry_config: { type: "linear", duration: 30, retry_count: 5 },
  filter_config,
  endpoint_metadata: endpoint,
  source_metadata: source,
  device_metadata: null,
  ...references,
  ...stamps,
};

/** Examples by the name of their schema in the document. A test validates each against it. */
export const EXAMPLES: Record<string, unknown> = {
  ...OPERATING_EXAMPLES,
  ...ALERTING_EXAMPLES,
  ...DEVICE_EXAMPLES,
  Endpoint: endpoint,
  CreateEndpoint: {
    name: "Billing",
    url: "https://billing.example.com/hooks",
    authentication: { type: "api_key", api_key: { header_name: "X-Token", header_value: "s3cret" } },
    headers: { "X-Tenant": "acme" },
    rate_limit: 100,
    rate_limit_duration: 60,
    max_in_flight: 0,
    metadata: { plan: "gold" },
    tags: ["eu", "plan:gold"],
  },
  UpdateEndpoint: { http_timeout: 30, metadata: { plan: "silver" }, tags: ["eu"] },
  RotateSecret: { expires_in: 86_400 },
  Source: source,
  CreateSource: {
    name: "GitHub",
    type: "http",
    provider: "github",
    verifier: { type: "hmac", hmac: { secret: "the secret set at GitHub" } },
    idempotency_keys: ["request.header.X-GitHub-Delivery"],
  },
  SourceSecrets: { source_id: SOURCE, previous_expires_at: "2027-02-01T12:00:00.000Z" },
  RotateSourceSecret: { secret: "the new secret set at GitHub", expires_in: 86_400 },
  UpdateSource: { event_type_from: { header: "X-Shop-Event" }, metadata: { plan: "gold" } },
  Subscription: subscription,
  Connection: { source, endpoint, subscription, receiver: null },
  CreateSubscription: {
    name: "Invoices to billing",
    endpoint_id: ENDPOINT,
    source_id: SOURCE,
    filter_config: { event_types: ["invoice.*"], filter: { body: { amount: { $gte: 100 } } } },
    retry_config: { type: "linear", duration: 30, retry_count: 5 },
  },
  CreateConnection: {
    source: {
      name: "GitHub",
      type: "http",
      provider: "github",
      verifier: { type: "provider", provider: { secret: "the secret set at GitHub" } },
    },
    endpoint: { name: "Deployer", url: "https://deployer.example.com/hook" },
    subscription: { filter_config: { event_types: ["push"] } },
  },
  UpdateSubscription: { name: "Paid invoices to billing", metadata: { plan: "gold" } },
  TestFilter: {
    filter_config: { event_types: ["invoice.*"], filter: { body: { amount: { $gte: 100 } } } },
    sample: { event_type: "invoice.paid", body: { amount: 120 }, headers: { "X-Tenant": "acme" } },
  },
  TestedFilter: {
    matched: 1,
    results: [
      {
        event_id: EVENT,
        event_type: "invoice.paid",
        source_id: SOURCE,
        created_at: AT,
        matches: true,
        event_type_matches: true,
        filter_matches: true,
      },
    ],
  },
  Event: { ...event, deliveries: { Success: 1 } },
  CreateEvent: {
    endpoint_id: ENDPOINT,
    event_type: "invoice.paid",
    data: { id: 42, amount: 120 },
    custom_headers: { "X-Tenant": "acme" },
    idempotency_key: "invoice-42-paid",
    external_id: "invoice-42",
    metadata: { customer: "1001" },
    tags: ["vip", "eu:west"],
  },
  CreatedEvent: { uid: EVENT, is_duplicate_event: false, deliveries: 1, reason: null },
  ReceivedEvent: { uid: EVENT, is_duplicate_event: false },
  ReplayedEvent: { ...event, replay: { deliveries: 1, reason: null } },
  EventDelivery: delivery,
  ReplayItem: {
    delivery_id: DELIVERY,
    status: "Resent",
    reason: "",
    settled_at: AT,
    delivery_status: "Success",
    delivery,
  },
  MetaEvent: {
    uid: "01975f2c-1d90-7a55-b1c2-6d7e8f901208",
    project_id: PROJECT,
    event_type: "eventdelivery.success",
    status: "Success",
    description: "Delivered.",
    metadata,
    attempt: {
      request_http_header: { "content-type": "application/json" },
      response_data: "ok",
      response_http_header: { "content-type": "text/plain" },
      response_status: 200,
      error: null,
    },
    ...stamps,
  },
  ...EVENT_TYPE_EXAMPLES,
  ...PEOPLE_EXAMPLES,
  ...HANDSHAKE_EXAMPLES,
  ...SIGNATURE_EXAMPLES,
  ...RECEIVER_EXAMPLES,
  ...INSTALLATION_EXAMPLES,
  ...CALL_EXAMPLES,
  ...BROKER_EXAMPLES,
  ConfirmProject: { name: "Shop" },
  CreateProject: { name: "Shop", type: "incoming" },
  UpdateProject: { settings: { retry: { retry_limit: 5 } }, metadata: { region: "eu" } },
  CreateApiKey: { name: "Deploy", role: "operator", expires_at: "2027-12-31T00:00:00Z" },
};
