import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { Contract, RESOURCES } from "@/lib/api/contract/contract.fixture";
import { makeCertificate, toKeyPem } from "@/lib/egress/authority.fixture";
import { HMAC_HASHES } from "@/lib/kernel/hmac-hashes";
import { newId } from "@/lib/kernel/ids";
import { DELIVERY_STATUSES, HMAC_ENCODINGS, REDACTED } from "@/lib/kernel/vocabulary";
import { toDeliveryFixture } from "@/lib/nouns/deliveries/deliveries.fixture";

let bench: ApiBench;
let incoming: ApiProject;
let outgoing: ApiProject;
const contract = new Contract();

beforeAll(async () => {
  bench = await ApiBench.open();
  const meta_event = { is_enabled: true, url: "https://example.com/meta", secret: "meta secret" };
  incoming = await bench.project("incoming", { meta_event });
  outgoing = await bench.project("outgoing", { meta_event });
});
afterAll(() => bench.close());

/** Checks an answer's envelope and data, or each item of a page, against the contract. Returns `data`. */
function hold(resource: string, { body }: Awaited<ReturnType<ApiProject["ask"]>>) {
  contract.hold("Response envelope", body);
  const isPage = "content" in (body.data ?? {});
  if (isPage) {
    contract.hold("Pagination", body.data.pagination);
    expect(Object.keys(body.data).toSorted()).toEqual(Object.keys(RESOURCES["Page object"] ?? {}).toSorted());
  }
  for (const one of isPage ? body.data.content : [body.data]) contract.hold(resource, one);
  expect(contract.faults.splice(0)).toEqual([]);
  return body.data;
}

const FUNCTION = "function transform(payload) { return payload }";
const hmac = { header: "X-Sig", hash: "SHA512", encoding: "base64", secret: "s3cret" };

const AUTHENTICATIONS = [
  { type: "api_key", api_key: { header_name: "X-Token", header_value: "t0psecret" } },
  { type: "basic_auth", basic_auth: { username: "ada", password: "t0psecret" } },
  {
    type: "oauth2",
    oauth2: { url: "https://example.com/token", client_id: "c", client_secret: "t0psecret", scope: "a" },
  },
];

const VERIFIERS = [
  { type: "noop" },
  { type: "api_key", api_key: { header_name: "X-Token", header_value: "t0psecret" } },
  { type: "basic_auth", basic_auth: { username: "ada", password: "t0psecret" } },
  ...HMAC_HASHES.map((hash, i) => ({ type: "hmac", hmac: { ...hmac, hash, encoding: HMAC_ENCODINGS[i % 3] } })),
];

const BROKERS = [
  {
    type: "amqp",
    workers: 2,
    amqp: {
      auth: { user: "ada", password: "t0psecret" },
      bindExchange: { exchange: "orders", routingKey: "order.*" },
      deadLetterExchange: "dead",
      host: "mq.example.com",
      port: "5672",
      queue: "orders",
      schema: "amqp",
      vhost: "/",
    },
  },
  {
    type: "cloudqueue",
    workers: 1,
    cloudqueue: { access_key_id: "id", default_region: "eu-1", queue_name: "q", secret_key: "t0psecret" },
  },
  {
    type: "logstream",
    workers: 1,
    logstream: {
      auth: { type: "scram", username: "ada", password: "t0psecret", hash: "SHA512", tls: true },
      brokers: ["kafka.example.com:9092"],
      consumer_group_id: "g",
      topic_name: "t",
    },
  },
];

describe("the contract", () => {
  it("is read from its own text: every resource with all of its fields", () => {
    const counts = Object.fromEntries(Object.entries(RESOURCES).map(([name, one]) => [name, Object.keys(one).length]));
    expect(counts).toMatchObject({ Endpoint: 20, Secret: 6, Source: 19, Subscription: 14, Device: 9, Event: 20 });
    expect(counts).toMatchObject({ "Event delivery": 24, "Meta event": 9, "Delivery metadata": 8, Pagination: 5 });
  });

  it("reports a field that is missing, of another type, or unknown", () => {
    const judge = new Contract();
    judge.hold("Secret", { uid: 1, value: "x", created_at: "2027-01-31", updated_at: null, expires_at: null, more: 1 });
    expect(judge.faults).toEqual([
      "Secret.more is not of the contract",
      "Secret.uid is no string: 1",
      "Secret.created_at is no RFC 3339 with milliseconds: 2027-01-31",
      "Secret.updated_at is null",
      "Secret.deleted_at is missing",
    ]);
  });
});

describe("1. Retrieve an endpoint", () => {
  it.each(AUTHENTICATIONS)("equals the contract's with $type and several secrets", async (authentication) => {
    const texts = { owner_id: "customer-7", description: "Takes invoices" };
    const id = await incoming.endpoint({ authentication, ...texts });
    await incoming.ask("POST", `/endpoints/${id}/secrets`, { body: { expires_in: 3_600 } });
    const shown = hold("Endpoint", await incoming.ask("GET", `/endpoints/${id}`));
    expect(shown.secrets).toHaveLength(2);
    expect(JSON.stringify(shown.authentication)).not.toContain("t0psecret");
    expect(Object.keys(shown.authentication)).toEqual(["type", authentication.type]);
    const told = hold("Endpoint", await incoming.ask("GET", `/endpoints/${id}`, { key: incoming.keys.viewer }));
    expect(new Set(told.secrets.map((one: { value: string }) => one.value))).toEqual(new Set([REDACTED]));
  });

  it("equals the contract's with certificates and requests of its own", async () => {
    const authority = makeCertificate({ name: "An authority", isAuthority: true });
    const client = makeCertificate({ name: "Hookyard", by: authority });
    const tls = { client_certificate: client.pem, client_key: toKeyPem(client), ca_certificate: authority.pem };
    const headers = { "X-Tenant": "acme" };
    const id = await incoming.endpoint({ tls, headers, http_method: "PUT" });
    const shown = hold("Endpoint", await incoming.ask("GET", `/endpoints/${id}`));
    expect(shown).toMatchObject({ headers, http_method: "PUT", content_type: "application/json" });
    expect(new Set(Object.values(shown.tls))).toEqual(new Set([REDACTED]));
    expect(shown.tls_certificates).toHaveLength(2);
  });

  it("equals the contract's with references and tags", async () => {
    const references = { external_id: "customer-7", metadata: { plan: "gold" } };
    const id = await incoming.endpoint({ ...references, tags: ["eu"] });
    const shown = hold("Endpoint", await incoming.ask("GET", `/endpoints/${id}`));
    expect(shown).toMatchObject({ ...references, tags: ["eu"] });
  });

  it("equals the contract's with key pairs", async () => {
    const id = await incoming.endpoint({ signature_algorithm: "hmac_and_ed25519" });
    await incoming.ask("POST", `/endpoints/${id}/key-pairs`, { body: {} });
    expect(hold("Endpoint", await incoming.ask("GET", `/endpoints/${id}`)).key_pairs).toHaveLength(2);
  });

  it("equals the contract's in every status", async () => {
    for (const steps of [["pause"], ["deactivate"], ["deactivate", "activate"]]) {
      const id = await incoming.endpoint();
      for (const step of steps) await incoming.ask("PUT", `/endpoints/${id}/${step}`);
      hold("Endpoint", await incoming.ask("GET", `/endpoints/${id}`));
    }
    const id = await incoming.endpoint();
    const held = { status: "pending" as const, status_reason: "20 attempts failed one after another." };
    await bench.services.db.updateTable("endpoints").set(held).where("id", "=", id).execute();
    expect(hold("Endpoint", await incoming.ask("GET", `/endpoints/${id}`)).status).toBe("pending");
  });
});

describe("2. Create a source", () => {
  it.each(VERIFIERS)("equals the contract's with a verifier $type $hmac.hash", async (verifier) => {
    const made = await incoming.ask("POST", "/sources", { body: { name: "S", type: "http", verifier } });
    expect(made.status).toBe(201);
    const source = hold("Source", made);
    expect(source.verifier.type).toBe(verifier.type);
    expect(JSON.stringify(source.verifier)).not.toMatch(/t0psecret|s3cret/);
    expect(source.url).toBe(`http://hooks.test/ingest/${source.mask_id}`);
  });

  it.each(["github", "twitter", "shopify"])("equals the contract's of the provider %s", async (provider) => {
    const made = hold(
      "Source",
      await incoming.ask("POST", "/sources", {
        body: {
          name: provider,
          type: "http",
          provider,
          verifier: { type: "hmac", hmac: { secret: "s3cret" } },
          body_function: FUNCTION,
          header_function: FUNCTION,
          idempotency_keys: ["request.header.X-Id"],
          forward_headers: ["X-Tenant"],
          custom_response: { body: "thanks", content_type: "text/plain" },
        },
      }),
    );
    expect([made.provider, made.verifier.hmac.secret]).toEqual([provider, REDACTED]);
    if (provider !== "twitter") return;
    const proof = await bench.ask("GET", `/ingest/${made.mask_id}?crc_token=x`);
    expect(proof.status).toBe(200);
    const proved = hold("Source", await incoming.ask("GET", `/sources/${made.uid}`));
    expect(proved.provider_config.twitter.crc_verified_at).toMatch(/Z$/);
  });

  it.each(BROKERS)("equals the contract's of a broker, or says why it cannot be created: $type", async (pub_sub) => {
    const made = await outgoing.ask("POST", "/sources", { body: { name: "B", type: "pub_sub", pub_sub } });
    if (made.status === 422) {
      expect(made.body.error.fields).toEqual([{ path: "type", message: expect.stringContaining("this version") }]);
      return;
    }
    const source = hold("Source", made);
    expect(source.pub_sub.type).toBe(pub_sub.type);
    expect(JSON.stringify(source)).not.toContain("t0psecret");
  });
});

describe("3. to 6. Subscriptions, meta events and deliveries", () => {
  let endpointId: string;
  let sourceId: string;
  let subscriptionId: string;
  beforeAll(async () => {
    endpointId = await incoming.endpoint({ authentication: AUTHENTICATIONS[0] });
    sourceId = await incoming.source({ verifier: { type: "hmac", hmac } });
    subscriptionId = await incoming.subscription({
      endpoint_id: endpointId,
      source_id: sourceId,
      function: FUNCTION,
      alert_config: { count: 5, threshold: "5m" },
      rate_limit_config: { count: 10, duration: 60 },
      retry_config: { type: "linear", duration: 30, retry_count: 5 },
      filter_config: {
        event_types: ["invoice.*"],
        filter: { body: { amount: { $gte: 10 } }, headers: { "x-a": "b" }, is_flattened: true },
      },
    });
  });

  it("lists subscriptions with all of their settings, and with none", async () => {
    await incoming.subscription({ endpoint_id: endpointId, source_id: sourceId });
    const { content } = hold("Subscription", await incoming.ask("GET", "/subscriptions"));
    expect(content[1]).toMatchObject({
      alert_config: { count: 5, threshold: "5m" },
      filter_config: { event_types: ["invoice.*"], filter: { body: { amount: { $gte: 10 } }, is_flattened: true } },
      endpoint_metadata: { uid: endpointId },
      source_metadata: { uid: sourceId },
    });
    expect(content[0].filter_config).toMatchObject({ event_types: ["*"], filter: { body: {}, headers: {} } });
  });

  it("retrieves a meta event, before and after its first attempt", async () => {
    const [{ uid }] = (await incoming.ask("GET", "/meta-events?event_type=source.*")).body.data.content;
    const told = hold("Meta event", await incoming.ask("GET", `/meta-events/${uid}`));
    expect([told.attempt, told.metadata.raw.includes("s3cret")]).toEqual([null, false]);
    const attempt = {
      request_http_header: { "content-type": "application/json" },
      response_data: "busy",
      response_http_header: {},
      response_status: 503,
      error: "HTTP 503",
    };
    const tried = { status: "Retry" as const, attempt: JSON.stringify(attempt), num_trials: 1 };
    await bench.services.db.updateTable("meta_events").set(tried).where("id", "=", uid).execute();
    expect(hold("Meta event", await incoming.ask("GET", `/meta-events/${uid}`)).attempt).toEqual(attempt);
  });

  it("lists deliveries in every status, with everything that belongs to them", async () => {
    const shared = { endpointId, subscriptionId, sourceId, idempotencyKey: "key-1" };
    for (const status of DELIVERY_STATUSES) await toDeliveryFixture(incoming, { ...shared, status });
    const { content } = hold("Event delivery", await incoming.ask("GET", "/eventdeliveries"));
    const statuses = content.map((one: { status: string }) => one.status);
    expect(statuses.toSorted()).toEqual(DELIVERY_STATUSES.toSorted());
    for (const one of content) {
      expect(one).toMatchObject({
        endpoint_metadata: { uid: endpointId, authentication: { type: "api_key" } },
        event_metadata: { uid: one.event_id, source_metadata: { uid: sourceId } },
        source_metadata: { uid: sourceId },
      });
      expect(one.event_metadata.endpoint_metadata[0].uid).toBe(endpointId);
      expect(one.metadata.data).toEqual([...Buffer.from(one.metadata.raw)]);
    }
  });

  it("resends a delivery", async () => {
    const { id } = await toDeliveryFixture(incoming, { endpointId, subscriptionId, sourceId, status: "Failure" });
    const resent = await incoming.ask("PUT", `/eventdeliveries/${id}/resend`);
    expect([resent.status, hold("Event delivery", resent).status]).toEqual([200, "Scheduled"]);
  });

  it("answers 404 to each of them for an unknown id", async () => {
    for (const [method, path] of [
      ["GET", `/endpoints/${newId()}`],
      ["GET", `/meta-events/${newId()}`],
      ["PUT", `/eventdeliveries/${newId()}/resend`],
      ["PUT", "/eventdeliveries/x/resend"],
    ] as const) {
      const { status, body } = await incoming.ask(method, path);
      expect([status, body.error.code]).toEqual([404, "not_found"]);
    }
  });

  it("has shown every field of the contract with a value, except those that have none here", () => {
    const nowhere = /^Device\.|\.(?:device_|cli_metadata|deleted_at|app_id)|^Event\.metadata$/;
    const named = ["Endpoint", "Secret", "Source", "Verifier", "Subscription", "Delivery metadata", "Event"]
      .concat(["Event delivery", "Meta event", "Pagination", "Response envelope"])
      .flatMap((resource) => Object.keys(RESOURCES[resource] ?? {}).map((name) => `${resource}.${name}`));
    const unseen = named.filter((key) => !contract.seen.has(key) && !nowhere.test(key));
    expect(unseen.filter((key) => key !== "Source.pub_sub")).toEqual([]);
  });
});
