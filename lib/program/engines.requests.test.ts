import { createPublicKey, verify } from "node:crypto";
import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { TLSSocket } from "node:tls";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeCertificate, toKeyPem } from "@/lib/egress/authority.fixture";
import { closeAll, listen } from "@/lib/egress/receiver.fixture";
import { newId } from "@/lib/kernel/ids";
import { listAttempts } from "@/lib/nouns/deliveries/attempts";
import { ProjectSettings } from "@/lib/nouns/project-settings/schemas";
import type { Engines } from "@/lib/program/engines";
import { EngineBench, eventFor, SECRET, until } from "@/lib/program/engines.fixture";
import { testBox } from "@/lib/program/runtime.fixture";
import { generateKeyPair } from "@/lib/signing/key-pairs";

type Got = { method: string | undefined; headers: Record<string, string>; body: string };

let bench: EngineBench;
let engines: Engines;
let projectId: string;
let url: string;
let got: Got[];
let answer: string;

beforeAll(async () => {
  bench = await EngineBench.open();
  engines = await bench.start();
});
afterAll(() => bench.close());
afterEach(closeAll);
beforeEach(async () => {
  projectId = await bench.project("outgoing");
  got = [];
  answer = "ok";
  const host = await listen(
    createServer(async (request, response) => {
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece as Buffer);
      const headers = request.headers as Record<string, string>;
      got.push({ method: request.method, headers, body: Buffer.concat(pieces).toString() });
      response.end(answer);
    }),
  );
  url = `http://${host}/hook`;
});

const settled = (status: string) =>
  until(async () => {
    const [delivery] = await bench.deliveries(projectId);
    return delivery?.status === status && delivery;
  });
/** The only request that arrived. */
function only(): Got {
  expect(got).toHaveLength(1);
  return got[0] as Got;
}

const attemptsOf = (id: string) => listAttempts(bench.context(projectId), id);

describe("the method of an endpoint", () => {
  it.each(["POST", "PUT", "PATCH"] as const)(
    "%s is how its deliveries are sent, and what the attempt says",
    async (http_method) => {
      const endpointId = await bench.endpoint(projectId, url, { http_method });
      await bench.subscribe(projectId, endpointId);
      await engines.recorder.record(eventFor(projectId, endpointId));
      const delivery = await settled("Success");
      expect(got.map(({ method, body }) => [method, body])).toEqual([[http_method, '{"amount":42}']]);
      expect((await attemptsOf(delivery.id)).map(({ method }) => method)).toEqual([http_method]);
    },
  );
});

describe("the fixed headers of an endpoint", () => {
  it("go along with each delivery", async () => {
    const endpointId = await bench.endpoint(projectId, url, { headers: JSON.stringify({ "X-Tenant": "acme" }) });
    await bench.subscribe(projectId, endpointId);
    await engines.recorder.record(eventFor(projectId, endpointId));
    const delivery = await settled("Success");
    expect(only().headers["x-tenant"]).toBe("acme");
    expect((await attemptsOf(delivery.id))[0]?.request_http_header).toMatchObject({ "x-tenant": "acme" });
  });
});

describe("an endpoint that takes forms", () => {
  const FORM = "application/x-www-form-urlencoded";
  const deliver = async (event: { payload: string; type?: string }) => {
    const endpointId = await bench.endpoint(projectId, url, { content_type: FORM });
    await bench.subscribe(projectId, endpointId);
    const headers = { "content-type": event.type ?? "application/json" };
    const incoming = eventFor(projectId, endpointId, { payload: Buffer.from(event.payload), headers });
    await engines.recorder.record(incoming);
  };

  it("gets the JSON of an event as a form, with the signature of the bytes that arrive", async () => {
    await deliver({ payload: '{"order":{"id":7,"price":1.10},"tags":["a b"]}' });
    await settled("Success");
    const { headers, body } = only();
    expect(headers["content-type"]).toBe(FORM);
    expect(body).toBe("order%5Bid%5D=7&order%5Bprice%5D=1.10&tags%5B0%5D=a+b");
    // The library's own check reads JSON once the signature is right.
    const at = new Date(Number(headers["webhook-timestamp"]) * 1_000);
    const signature = new Webhook(SECRET).sign(headers["webhook-id"] ?? "", at, body);
    expect(headers["webhook-signature"]).toBe(signature);
  });

  it("gets what came as a form as it is", async () => {
    await deliver({ payload: "b=1&a=%41&a=2", type: `${FORM}; charset=utf-8` });
    await settled("Success");
    expect([only().headers["content-type"], only().body]).toEqual([`${FORM}; charset=utf-8`, "b=1&a=%41&a=2"]);
  });

  it("gets the envelope of the project as a form", async () => {
    const { delivery } = ProjectSettings.parse({ delivery: { envelope: "standard_webhooks" } });
    projectId = await bench.project("outgoing", { delivery });
    await deliver({ payload: '{"id":7}' });
    await settled("Success");
    const fields = Object.fromEntries(new URLSearchParams(only().body));
    expect(fields).toEqual({ type: "invoice.paid", timestamp: expect.any(String), "data[id]": "7" });
  });

  it.each([
    ["[1,2]", "A form is made of a JSON object, and the payload is none."],
    ["<order/>", "A form is made of a JSON object, and the payload is no JSON."],
    ['{"a[b]":1}', "Brackets are for levels in a form, and the payload has the name a[b]."],
  ])("never gets %s: the delivery is Discarded and says why", async (payload, message) => {
    await deliver({ payload });
    expect((await settled("Discarded")).description).toBe(`Not sent. ${message}`);
    expect(got).toEqual([]);
  });
});

describe("an endpoint with certificates", () => {
  const authority = makeCertificate({ name: "An authority", isAuthority: true });
  const server = makeCertificate({ name: "receiver", names: ["127.0.0.1"], by: authority });
  const client = makeCertificate({ name: "Hookyard", by: authority });
  const TLS = { client_certificate: client.pem, client_key: toKeyPem(client), ca_certificate: authority.pem };

  it("is reached with them, while its token URL never sees them", async () => {
    const names: unknown[] = [];
    const options = { key: toKeyPem(server), cert: server.pem, ca: authority.pem, requestCert: true };
    const host = await listen(
      createTlsServer(options, (request, response) => {
        names.push((request.socket as TLSSocket).getPeerCertificate().subject?.CN);
        response.end("ok");
      }),
    );
    const { box } = bench.context(projectId);
    const oauth2 = { url, client_id: "id", client_secret: "s" };
    const endpointId = await bench.endpoint(projectId, `https://${host}/hook`, {
      tls: box.seal(JSON.stringify(TLS)),
      authentication: box.seal(JSON.stringify({ type: "oauth2", oauth2 })),
    });
    answer = '{"access_token":"t0ken","expires_in":3600,"token_type":"Bearer"}';
    await bench.subscribe(projectId, endpointId);
    await engines.recorder.record(eventFor(projectId, endpointId));
    await settled("Success");
    expect([names, got.length]).toEqual([["Hookyard"], 1]);
  });

  it("is not reached where another authority vouches for the receiver", async () => {
    const foreign = makeCertificate({ name: "Another authority", isAuthority: true });
    const host = await listen(
      createTlsServer({ key: toKeyPem(server), cert: server.pem }, (_, response) => response.end()),
    );
    const { box } = bench.context(projectId);
    const tls = box.seal(JSON.stringify({ client_certificate: "", client_key: "", ca_certificate: foreign.pem }));
    const endpointId = await bench.endpoint(projectId, `https://${host}/hook`, { tls });
    await bench.subscribe(projectId, endpointId);
    await engines.recorder.record(eventFor(projectId, endpointId));
    const delivery = await settled("Retry");
    expect((await attemptsOf(delivery.id))[0]?.error_code).toBe("tls");
  });
});

describe("an endpoint that signs by a key pair", () => {
  const pairOf = (...pairs: { publicKey: string; privateKey: string | null; expiresAt?: string | null }[]) => {
    const createdAt = new Date().toISOString();
    const stored = pairs.map((pair) => ({ id: newId(), createdAt, expiresAt: null, ...pair }));
    return testBox.seal(JSON.stringify(stored));
  };
  const signedBy = (publicKey: string, { headers, body }: Got) => {
    const x = Buffer.from(publicKey.slice(5), "base64").toString("base64url");
    const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
    const data = Buffer.from(`${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`);
    const entries = headers["webhook-signature"]?.split(" ") ?? [];
    return entries.some(
      (one) => one.startsWith("v1a,") && verify(null, data, key, Buffer.from(one.slice(4), "base64")),
    );
  };
  const deliver = async (columns: Parameters<EngineBench["endpoint"]>[2]) => {
    const endpointId = await bench.endpoint(projectId, url, columns);
    await bench.subscribe(projectId, endpointId);
    await engines.recorder.record(eventFor(projectId, endpointId));
    await settled("Success");
    return only();
  };

  it("signs by each live pair, and by no secret", async () => {
    const [pair, older, ended] = [generateKeyPair(), generateKeyPair(), generateKeyPair()];
    const [later, earlier] = [new Date(Date.now() + 3_600_000), new Date(Date.now() - 1_000)].map((at) =>
      at.toISOString(),
    );
    const request = await deliver({
      signature_algorithm: "ed25519",
      key_pairs: pairOf(pair, { ...older, expiresAt: later ?? "" }, { ...ended, expiresAt: earlier ?? "" }),
    });
    expect(request.headers["webhook-signature"]?.replace(/,\S+/g, "")).toBe("v1a v1a");
    expect([pair, older, ended].map(({ publicKey }) => signedBy(publicKey, request))).toEqual([true, true, false]);
    expect(request.headers["x-hookyard-signature"]).toBeUndefined();
  });

  it("signs by its secrets too where both are chosen", async () => {
    const pair = generateKeyPair();
    const request = await deliver({ signature_algorithm: "hmac_and_ed25519", key_pairs: pairOf(pair) });
    expect(signedBy(pair.publicKey, request)).toBe(true);
    const headers = { ...request.headers };
    expect(new Webhook(SECRET).verify(request.body, headers)).toEqual(JSON.parse(request.body));
    expect(headers["x-hookyard-signature"]).toMatch(/^t=\d+,v1=/);
  });

  it("does not sign by a pair while secrets alone are chosen", async () => {
    const request = await deliver({ key_pairs: pairOf(generateKeyPair()) });
    expect(request.headers["webhook-signature"]).toMatch(/^v1,\S+$/);
  });
});
