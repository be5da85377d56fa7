import { afterAll, beforeAll, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { toDeliveryFixture } from "@/lib/deliveries/deliveries.fixture";
import { newId } from "@/lib/ids";

/** The contract's field names, as its tables list them. */
const words = (text: string) => text.trim().split(/\s+/);
const SECRET = words("uid value created_at updated_at deleted_at expires_at");
const ENDPOINT = words(`uid project_id owner_id name description url status advanced_signatures authentication secrets
  events failure_rate http_timeout rate_limit rate_limit_duration chat_webhook_url support_email created_at updated_at
  deleted_at`);
const SOURCE = words(`name type provider verifier body_function header_function idempotency_keys custom_response pub_sub
  uid project_id url mask_id forward_headers is_disabled provider_config created_at updated_at deleted_at`);
const SUBSCRIPTION = words(`uid name type created_at updated_at deleted_at function alert_config rate_limit_config
  retry_config filter_config endpoint_metadata source_metadata device_metadata`);
const METADATA = words(`data raw strategy interval_seconds max_retry_seconds retry_limit num_trials next_send_time`);
const EVENT = words(`uid project_id app_id source_id event_type idempotency_key metadata raw headers data endpoints
  endpoint_metadata source_metadata is_duplicate_event status url_query_params acknowledged_at created_at updated_at
  deleted_at`);
const DELIVERY =
  words(`uid project_id event_id endpoint_id device_id subscription_id event_type idempotency_key description
  url_query_params status headers latency latency_seconds metadata cli_metadata endpoint_metadata device_metadata
  event_metadata source_metadata acknowledged_at created_at updated_at deleted_at`);
const META_EVENT = words("uid project_id event_type status metadata attempt created_at updated_at deleted_at");
const PAGINATION = words("has_next_page has_prev_page next_page_cursor prev_page_cursor per_page");

let bench: ApiBench;
let project: ApiProject;
beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("incoming", {
    meta_event: { is_enabled: true, url: "https://example.com/meta", secret: "meta secret" },
  });
});
afterAll(() => bench.close());

const expectFields = (value: object, fields: string[]) =>
  expect(Object.keys(value)).toEqual(expect.arrayContaining(fields));

const hmac = { header: "X-Sig", hash: "SHA512", encoding: "base64", secret: "s3cret" };

it("answers the six operations with the contract's envelope and fields", async () => {
  const source = await project.ask("POST", "/sources", {
    body: {
      name: "All of it",
      type: "http",
      verifier: { type: "hmac", hmac },
      body_function: "function transform(payload) { return payload }",
      header_function: "function transform(headers) { return headers }",
      idempotency_keys: ["request.header.X-Id"],
      custom_response: { body: "thanks", content_type: "text/plain" },
    },
  });
  expect(source.status).toBe(201);
  expect(source.body).toMatchObject({ status: true, message: expect.any(String) });
  expectFields(source.body.data, SOURCE);
  expect(source.body.data.verifier).toEqual({ type: "hmac", hmac: { ...hmac, secret: "[REDACTED]" } });
  expect(source.body.data.mask_id).toMatch(/^[\w-]{24,}$/);
  expect(source.body.data.url).toBe(`http://hooks.test/ingest/${source.body.data.mask_id}`);

  const endpointId = await project.endpoint({
    authentication: { type: "api_key", api_key: { header_name: "X-Token", header_value: "topsecret" } },
  });
  const endpoint = await project.ask("GET", `/endpoints/${endpointId}`);
  expect(endpoint.status).toBe(200);
  expectFields(endpoint.body.data, ENDPOINT);
  expectFields(endpoint.body.data.secrets[0], SECRET);
  expect(endpoint.body.data.authentication).toEqual({
    type: "api_key",
    api_key: { header_name: "X-Token", header_value: "[REDACTED]" },
  });

  const sourceId = source.body.data.uid;
  const subscriptionId = await project.subscription({ endpoint_id: endpointId, source_id: sourceId });
  const subscriptions = await project.ask("GET", "/subscriptions");
  expect(subscriptions.status).toBe(200);
  expectFields(subscriptions.body.data.pagination, PAGINATION);
  const [subscription] = subscriptions.body.data.content;
  expectFields(subscription, SUBSCRIPTION);
  expectFields(subscription.endpoint_metadata, ENDPOINT);
  expectFields(subscription.source_metadata, SOURCE);
  expect(subscription.filter_config).toMatchObject({
    event_types: ["*"],
    filter: { body: {}, headers: {}, is_flattened: false },
  });

  const delivered = await toDeliveryFixture(project, { endpointId, subscriptionId, sourceId, status: "Failure" });
  const list = await project.ask("GET", "/eventdeliveries");
  expectFields(list.body.data.pagination, PAGINATION);
  const [delivery] = list.body.data.content;
  expectFields(delivery, DELIVERY);
  expectFields(delivery.metadata, METADATA);
  expectFields(delivery.endpoint_metadata, ENDPOINT);
  expectFields(delivery.event_metadata, EVENT);
  expectFields(delivery.event_metadata.endpoint_metadata[0], ENDPOINT);
  expectFields(delivery.source_metadata, SOURCE);
  expect(delivery.metadata.data).toEqual([...Buffer.from(delivery.metadata.raw)]);

  const resent = await project.ask("PUT", `/eventdeliveries/${delivered.id}/resend`);
  expect(resent.status).toBe(200);
  expectFields(resent.body.data, DELIVERY);
  expect(resent.body.data.status).toBe("Scheduled");

  const [{ uid }] = (await project.ask("GET", "/meta-events?event_type=source.*")).body.data.content;
  const meta = await project.ask("GET", `/meta-events/${uid}`);
  expect(meta.status).toBe(200);
  expectFields(meta.body.data, META_EVENT);
  expectFields(meta.body.data.metadata, METADATA);
  const told = JSON.parse(meta.body.data.metadata.raw);
  expect(told).toMatchObject({ event_type: "source.created", data: { uid: sourceId } });
  expect(meta.body.data.metadata.raw).not.toContain("s3cret");
});

it("answers 404 to each of them for what is not there", async () => {
  for (const [method, path] of [
    ["GET", `/endpoints/${newId()}`],
    ["GET", `/meta-events/${newId()}`],
    ["PUT", `/eventdeliveries/${newId()}/resend`],
    ["PUT", "/eventdeliveries/x/resend"],
  ] as const) {
    const { status, body } = await project.ask(method, path);
    expect([status, body.error.code]).toEqual([404, "not_found"]);
  }
});
