import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";

let bench: ApiBench;
let incoming: ApiProject;
let outgoing: ApiProject;
beforeAll(async () => {
  bench = await ApiBench.open();
  incoming = await bench.project("incoming");
  outgoing = await bench.project("outgoing");
});
afterAll(() => bench.close());

const create = (body: object, project = incoming) => project.ask("POST", "/sources", { body: { name: "S", ...body } });
const wrongOf = async (answer: ReturnType<typeof create>) => {
  const { status, body } = await answer;
  return [status, ...(body.error?.fields ?? []).map((field: { path: string }) => field.path)];
};
const hmac = { header: "X-Sig", hash: "SHA256", encoding: "hex", secret: "s3cret" };

async function storedVerifier(id: string) {
  const row = await bench.services.db.selectFrom("sources").select("verifier").where("id", "=", id).executeTakeFirst();
  return row?.verifier ? JSON.parse(bench.services.box.open(row.verifier)) : null;
}

describe("a source", () => {
  it("needs a name and a type, and takes everything else by default", async () => {
    expect(await wrongOf(incoming.ask("POST", "/sources", { body: {} }))).toEqual([422, "name", "type"]);
    const { status, body } = await create({ type: "http" });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      type: "http",
      provider: null,
      verifier: { type: "noop" },
      is_disabled: false,
      idempotency_keys: [],
      forward_headers: [],
      custom_response: null,
      pub_sub: null,
      provider_config: null,
      body_function: null,
    });
  });

  it("completes its provider's way of signing, and needs only the secret", async () => {
    const { body } = await create({
      type: "http",
      provider: "github",
      verifier: { type: "hmac", hmac: { secret: "gh" } },
    });
    expect(body.data.verifier.hmac).toEqual({
      header: "X-Hub-Signature-256",
      hash: "SHA256",
      encoding: "hex",
      secret: "[REDACTED]",
    });
    expect(await storedVerifier(body.data.uid)).toMatchObject({ hmac: { secret: "gh" } });
    expect(await wrongOf(create({ type: "http", provider: "github" }))).toEqual([422, "verifier.hmac.secret"]);
    expect(await wrongOf(create({ type: "http", provider: "github", verifier: { type: "noop" } }))).toEqual([
      422,
      "verifier.hmac.secret",
    ]);
    expect(
      await wrongOf(
        create({ type: "http", provider: "github", verifier: { type: "hmac", hmac: { ...hmac, hash: "SHA1" } } }),
      ),
    ).toEqual([422, "verifier.hmac.header", "verifier.hmac.hash"]);
    expect(await wrongOf(create({ type: "http", provider: "nobody" }))).toEqual([422, "provider"]);
  });

  it("stores what a provider shares in a form of its own where hmac would not say all", async () => {
    const stripe = { type: "http", provider: "stripe" };
    for (const type of ["provider", "hmac"]) {
      const { body } = await create({ ...stripe, verifier: { type, [type]: { secret: "whsec_s3cret" } } });
      expect(body.data.verifier).toEqual({ type: "provider", provider: { secret: "[REDACTED]" } });
      expect(await storedVerifier(body.data.uid)).toEqual({ type: "provider", provider: { secret: "whsec_s3cret" } });
    }
    expect(await wrongOf(create(stripe))).toEqual([422, "verifier.provider.secret"]);
    expect(await wrongOf(create({ ...stripe, verifier: { type: "hmac", hmac } }))).toEqual([
      422,
      "verifier.hmac.header",
      "verifier.hmac.hash",
      "verifier.hmac.encoding",
    ]);
    const noBase64 = { type: "provider", provider: { secret: "whsec_not base64" } };
    expect(await wrongOf(create({ type: "http", provider: "svix", verifier: noBase64 }))).toEqual([
      422,
      "verifier.provider.secret",
    ]);
    expect(await wrongOf(create({ type: "http", verifier: noBase64 }))).toEqual([422, "verifier.type"]);
  });

  it("keeps a provider's secret that is sent back redacted, whichever type repeats it", async () => {
    const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    const made = await create({ type: "http", provider: "github", verifier: { type: "hmac", hmac: { secret } } });
    const id = made.body.data.uid;
    const put = (change: object) => incoming.ask("PUT", `/sources/${id}`, { body: change });
    const redacted = { type: "provider", provider: { secret: "[REDACTED]" } };
    expect((await put({ verifier: redacted })).status).toBe(200);
    expect(await storedVerifier(id)).toMatchObject({ type: "hmac", hmac: { secret } });
    expect((await put({ provider: "svix", verifier: redacted })).status).toBe(200);
    expect(await storedVerifier(id)).toEqual({ type: "provider", provider: { secret } });
    expect((await put({ verifier: { type: "hmac", hmac: { secret: "[REDACTED]" } } })).status).toBe(200);
    expect(await storedVerifier(id)).toEqual({ type: "provider", provider: { secret } });
    expect(await wrongOf(put({ provider: null }))).toEqual([422, "verifier.type"]);
  });

  it("needs the complete object of its verifier's type", async () => {
    expect(await wrongOf(create({ type: "http", verifier: { type: "hmac", hmac: { secret: "x" } } }))).toEqual([
      422,
      "verifier.hmac.header",
      "verifier.hmac.hash",
      "verifier.hmac.encoding",
    ]);
    expect(await wrongOf(create({ type: "http", verifier: { type: "basic_auth", hmac } }))).toEqual([
      422,
      "verifier.basic_auth",
      "verifier.hmac",
    ]);
    expect(await wrongOf(create({ type: "http", verifier: { hmac } }))).toEqual([422, "verifier.type"]);
    expect(
      await wrongOf(create({ type: "http", verifier: { type: "hmac", hmac: { ...hmac, hash: "CRC32", more: 1 } } })),
    ).toEqual([422, "verifier.hmac.hash", "verifier.hmac.more"]);
  });

  it("keeps a secret that is sent back redacted, and rebuilds its verifier if the provider changes", async () => {
    const { body } = await create({ type: "http", verifier: { type: "hmac", hmac } });
    const id = body.data.uid;
    const put = (change: object) => incoming.ask("PUT", `/sources/${id}`, { body: change });
    await put({ verifier: { type: "hmac", hmac: { ...hmac, header: "X-Other", secret: "[REDACTED]" } } });
    expect(await storedVerifier(id)).toEqual({ type: "hmac", hmac: { ...hmac, header: "X-Other" } });
    await put({ provider: "shopify" });
    expect(await storedVerifier(id)).toEqual({
      type: "hmac",
      hmac: { header: "X-Shopify-Hmac-Sha256", hash: "SHA256", encoding: "base64", secret: "s3cret" },
    });
    expect((await put({ verifier: { type: "noop" } })).status).toBe(422);
    expect((await put({ provider: null, verifier: { type: "noop" } })).body.data.verifier).toEqual({ type: "noop" });
    expect((await put({ provider: "github" })).status).toBe(422);
    expect(
      await wrongOf(create({ type: "http", verifier: { type: "hmac", hmac: { ...hmac, secret: "[REDACTED]" } } })),
    ).toEqual([422, "verifier.hmac.secret"]);
  });

  it("says which project a type belongs to, and what it needs", async () => {
    const pub_sub = {
      type: "cloudqueue",
      cloudqueue: { access_key_id: "a", default_region: "r", queue_name: "q", secret_key: "s" },
    };
    const sentence = async (answer: ReturnType<typeof create>) => (await answer).body.error.fields[0].message;
    expect(await sentence(create({ type: "pub_sub", pub_sub }))).toBe(
      "pub_sub sources belong to an outgoing project; this one is incoming and takes http, rest_api.",
    );
    expect(await sentence(create({ type: "http" }, outgoing))).toMatch(/^http sources belong to an incoming project/);
    expect(await wrongOf(create({ type: "rest_api" }))).toEqual([422, "rest_api"]);
    expect(await wrongOf(create({ type: "pub_sub" }, outgoing))).toEqual([422, "pub_sub"]);
    expect(await wrongOf(create({ type: "http", pub_sub }))).toEqual([422, "pub_sub"]);
    expect(await wrongOf(create({ type: "carrier_pigeon" }))).toEqual([422, "type"]);
  });

  it("refuses idempotency keys that name no part of a request, and a wrong custom response", async () => {
    const answer = create({
      type: "http",
      idempotency_keys: ["request.header.X-Id", "body.id"],
      custom_response: { body: "x", content_type: "not a type" },
    });
    expect(await wrongOf(answer)).toEqual([422, "custom_response.content_type"]);
    for (const content_type of ["text/html", "image/svg+xml", "application/xhtml+xml; charset=utf-8", "text/xml"]) {
      const active = create({ type: "http", custom_response: { body: "x", content_type } });
      expect(await wrongOf(active)).toEqual([422, "custom_response.content_type"]);
    }
    expect(await wrongOf(create({ type: "http", idempotency_keys: ["request.header.X-Id", "body.id"] }))).toEqual([
      422,
      "idempotency_keys.1",
    ]);
  });

  it("replaces only the fields sent, and is not found once deleted", async () => {
    const id = await incoming.source({ custom_response: { body: "ok", content_type: "text/plain" } });
    const endpointId = await incoming.endpoint();
    const subscription = await incoming.subscription({ endpoint_id: endpointId, source_id: id });
    const put = (body: object) => incoming.ask("PUT", `/sources/${id}`, { body });
    expect((await put({ is_disabled: true })).body.data).toMatchObject({
      is_disabled: true,
      custom_response: { body: "ok" },
    });
    expect((await put({ custom_response: null })).body.data.custom_response).toBeNull();
    expect((await incoming.ask("DELETE", `/sources/${id}`)).status).toBe(200);
    expect((await incoming.ask("GET", `/sources/${id}`)).status).toBe(404);
    expect((await incoming.ask("GET", `/subscriptions/${subscription}`)).status).toBe(404);
    expect((await incoming.ask("GET", "/sources?name=s")).body.data.content).not.toContainEqual(
      expect.objectContaining({ uid: id }),
    );
  });
});
