import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { PROVIDERS } from "@/lib/kernel/provider-names.gen";
import type { ProviderName } from "@/lib/kernel/vocabulary";
import { listSampleEvents } from "@/lib/providers/find-sample";
import { providers } from "@/lib/providers/providers.gen";
import { toSettings, type Vectors } from "@/lib/providers/vectors.fixture";
import { generateKeyPair } from "@/lib/signing/key-pairs";

const files = import.meta.glob<{ vectors: Vectors }>("../../providers/*/vectors.fixture.ts", { eager: true });
const vectorsOf = (name: ProviderName) => files[`../../providers/${name}/vectors.fixture.ts`]?.vectors as Vectors;

let bench: ApiBench;
let project: ApiProject;
beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("incoming");
});
afterAll(() => bench.close());

async function makeSource(fields: object = {}): Promise<string> {
  const id = await project.source(fields);
  // No engine runs here that would hear of the change.
  bench.services.snapshots.forget(project.id);
  return id;
}

const send = (id: string, body: object = {}) => project.ask("POST", `/sources/${id}/samples`, { body });
const list = async (id: string) => (await project.ask("GET", `/sources/${id}/samples`)).body.data;
const eventOf = async (id: string) => (await project.ask("GET", `/events/${id}`)).body.data;

describe.each(PROVIDERS)("a source of %s", (provider) => {
  const { secret, privateKey, publishes } = vectorsOf(provider);
  const fields = {
    provider,
    verifier: { type: "provider", provider: toSettings(providers[provider], secret) },
    idempotency_keys: providers[provider].idempotencyKeys,
  };

  if (privateKey !== undefined || publishes !== undefined) {
    it("says that nobody but its provider can sign", async () => {
      const id = await makeSource(fields);
      expect(await list(id)).toEqual({ events: [], problem: expect.stringContaining("private key") });
      const { status, body } = await send(id);
      expect([status, body.error.code]).toEqual([409, "conflict"]);
      expect(body.message).toContain(providers[provider].title);
    });
    return;
  }

  it("takes each of its samples as often as it is sent, and no answer has the secret", async () => {
    const id = await makeSource(fields);
    const { events, problem } = await list(id);
    expect({ events, problem }).toEqual({ events: listSampleEvents(provider), problem: null });
    for (const event of [...events, ...events]) {
      const { status, body } = await send(id, { event });
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ event, accepted: true, status: 200, is_duplicate_event: false });
      expect(JSON.stringify(body)).not.toContain(secret);
      expect(await eventOf(body.data.event_id)).toMatchObject({ source_id: id, is_duplicate_event: false });
    }
  });
});

it("says that a sender's key pair alone signs, where the source has its public key", async () => {
  const provider = { secret: generateKeyPair().publicKey };
  const id = await makeSource({ provider: "standard_webhooks", verifier: { type: "provider", provider } });
  expect(await list(id)).toEqual({ events: [], problem: expect.stringContaining("holds the public key only") });
  expect((await send(id)).status).toBe(409);
});

it("proves a sample by each verifier that a source without a provider may have", async () => {
  const hmac = { header: "X-Sum", hash: "SHA3_512", encoding: "base64url", secret: "the secret" };
  for (const verifier of [
    { type: "noop" },
    { type: "hmac", hmac },
    { type: "api_key", api_key: { header_name: "X-Key", header_value: "the key" } },
    { type: "basic_auth", basic_auth: { username: "ada", password: "a:b" } },
  ]) {
    const id = await makeSource({ verifier, idempotency_keys: ["request.body.order.id"] });
    for (const event of ["order.created", "invoice.paid"]) {
      const { body } = await send(id, { event });
      expect(body.data).toMatchObject({ event, accepted: true, is_duplicate_event: false });
      expect(await eventOf(body.data.event_id)).toMatchObject({ event_type: event });
    }
  }
});

it("puts the type where the source reads it", async () => {
  for (const event_type_from of [{ header: "X-Kind" }, { body: "data.kind" }]) {
    const id = await makeSource({ event_type_from });
    const { body } = await send(id, { event: "invoice.paid" });
    expect(await eventOf(body.data.event_id)).toMatchObject({ event_type: "invoice.paid" });
  }
});

it("tells a refusal with its status and reason", async () => {
  const id = await makeSource({ is_disabled: true });
  await project.ask("PUT", `/sources/${id}`, { body: { is_disabled: true } });
  bench.services.snapshots.forget(project.id);
  const { status, body } = await send(id);
  expect([status, body.data]).toEqual([
    200,
    expect.objectContaining({ accepted: false, status: 403, code: "forbidden", reason: null, event_id: null }),
  ]);
});

it("says that it was accepted where the source answers with words of its own", async () => {
  const custom_response = { body: '{"data":{"uid":"x"}}', content_type: "application/json" };
  const { body } = await send(await makeSource({ custom_response }));
  expect(body.data).toMatchObject({ accepted: true, status: 200, event_id: null });
});

it("names the field of an unknown event, with the nearest", async () => {
  const verifier = { type: "provider", provider: { secret: "whsec_x" } };
  const { status, body } = await send(await makeSource({ provider: "stripe", verifier }), { event: "invoice.payed" });
  expect([status, body.error.fields]).toEqual([
    422,
    [{ path: "event", message: "There is no sample invoice.payed of Stripe. Nearest: invoice.paid." }],
  ]);
  expect((await send(await makeSource(), { event: "with blanks" })).body.error.fields).toMatchObject([
    { path: "event" },
  ]);
});

it.each(["Transfer-Encoding", "Expect", "content-length", "Host"])(
  "brings no header of the connection: %s",
  async (name) => {
    const ids = [
      await makeSource({ event_type_from: { header: name } }),
      await makeSource({ verifier: { type: "api_key", api_key: { header_name: name, header_value: "chunked" } } }),
    ];
    for (const id of ids) {
      const { status, body } = await send(id);
      expect([status, body.message]).toEqual([409, expect.stringContaining(name.toLowerCase())]);
    }
  },
);

it("refuses a source that nobody posts to", async () => {
  const outgoing = await bench.project("outgoing");
  const id = await outgoing.source({ type: "rest_api", rest_api: { url: "http://127.0.0.1:1/items" } });
  const { status, body } = await outgoing.ask("POST", `/sources/${id}/samples`, { body: {} });
  expect([status, body.message]).toEqual([409, expect.stringContaining("no address to post to")]);
  const { data } = (await outgoing.ask("GET", `/sources/${id}/samples`)).body;
  expect(data).toEqual({ events: [], problem: body.message });
});
