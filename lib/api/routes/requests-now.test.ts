import { createHmac } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { closeAll, serve } from "@/lib/egress/receiver.fixture";
import { toDeliveryFixture } from "@/lib/nouns/deliveries/deliveries.fixture";

let bench: ApiBench;
let project: ApiProject;
beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("outgoing");
});
afterAll(() => bench.close());
afterEach(closeAll);

const SECRET = `whsec_${Buffer.alloc(32, 5).toString("base64")}`;
const OTHER_SECRET = `whsec_${Buffer.alloc(32, 6).toString("base64")}`;

type Received = { headers: Record<string, string | string[] | undefined>; body: string };

/** A receiver that keeps what it gets. */
async function receive(status = 200): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const url = await serve(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    received.push({ headers: request.headers, body: Buffer.concat(pieces).toString() });
    response.writeHead(status, { "x-answer": "yes" }).end("seen");
  });
  return { url, received };
}

async function makeEndpoint(url: string, secret = SECRET, more: object = {}): Promise<string> {
  const body = { name: "E", url, secret, ...more };
  const made = await project.ask("POST", "/endpoints", { body });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body.data.uid;
}

/** What a receiver computes, by the text of Standard Webhooks. */
function signatureOf(headers: Received["headers"], body: string, secret: string): string {
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
}

const sign = (id: string, key = project.keys.operator) =>
  project.ask("POST", `/eventdeliveries/${id}/signedrequest`, { key });
const send = (id: string, body: object, key = project.keys.operator) =>
  project.ask("POST", `/eventdeliveries/${id}/testsend`, { key, body });
const auditOf = async (id: string) => {
  const { body } = await project.ask("GET", `/audit-log?resourceId=${id}`);
  return body.data.content.map(({ action }: { action: string }) => action);
};

test("the request of a delivery is signed for now, is the one that would be sent, and shows no credentials", async () => {
  const { url, received } = await receive();
  const authentication = { type: "api_key", api_key: { header_name: "X-Token", header_value: "hidden" } };
  const endpointId = await makeEndpoint(url, SECRET, { authentication });
  const { id } = await toDeliveryFixture(project, { endpointId, status: "Failure" });
  const from = Math.floor(Date.now() / 1000);
  const { status, body } = await sign(id);
  expect(status).toBe(200);
  const { method, headers, raw, data, url: to } = body.data;
  expect([method, to, raw, Buffer.from(data).toString()]).toEqual(["POST", url, '{"amount":42}', '{"amount":42}']);
  expect(headers).toMatchObject({ "webhook-id": id, "x-token": "[REDACTED]", "webhook-event-type": "invoice.paid" });
  expect(Number(headers["webhook-timestamp"])).toBeGreaterThanOrEqual(from);
  expect(headers["webhook-signature"]).toBe(signatureOf(headers, raw, SECRET));
  expect(JSON.stringify(body)).not.toContain("hidden");
  expect(received).toEqual([]);
  expect(await auditOf(id)).toEqual(["event_delivery.signed"]);
});

test("a test sends what the delivery sends once, signed and marked, and counts nowhere", async () => {
  const { url, received } = await receive(503);
  const endpointId = await makeEndpoint(url);
  const { id } = await toDeliveryFixture(project, { endpointId, status: "Failure" });
  const before = (await project.ask("GET", `/eventdeliveries/${id}`)).body.data;
  const { status, body } = await send(id, {});
  expect(status).toBe(200);
  expect(body.data).toMatchObject({ response_status: 503, response_data: "seen", error: null });
  expect(body.data.response_http_header["x-answer"]).toBe("yes");
  const [got] = received;
  if (!got) throw new Error("Nothing arrived.");
  expect([received.length, got.body, got.headers["webhook-test"]]).toEqual([1, '{"amount":42}', "true"]);
  expect(got.headers["webhook-id"]).toMatch(/^test_[0-9a-f-]{36}$/);
  expect(got.headers["webhook-signature"]).toBe(signatureOf(got.headers, got.body, SECRET));
  expect((await project.ask("GET", `/eventdeliveries/${id}`)).body.data).toEqual(before);
  expect((await project.ask("GET", `/eventdeliveries/${id}/deliveryattempts`)).body.data).toEqual([]);
  const counted = bench.services.db
    .selectFrom("endpoint_stat_deltas")
    .selectAll()
    .where("destination_id", "=", endpointId)
    .where("attempts", "<>", 0);
  expect(await counted.execute()).toEqual([]);
  expect(await auditOf(id)).toEqual(["event_delivery.test_sent"]);
});

test("another payload goes to another endpoint, signed with that one's secret", async () => {
  const { url, received } = await receive();
  const endpointId = await makeEndpoint("https://example.com/h");
  const other = await makeEndpoint(url, OTHER_SECRET);
  const { id } = await toDeliveryFixture(project, { endpointId, status: "Success" });
  const { body } = await send(id, { endpoint_id: other, raw: '{"amount": 1}' });
  expect([body.data.response_status, body.data.request.raw]).toEqual([200, '{"amount": 1}']);
  const [got] = received;
  expect(got?.body).toBe('{"amount": 1}');
  expect(got?.headers["webhook-signature"]).toBe(signatureOf(got?.headers ?? {}, '{"amount": 1}', OTHER_SECRET));
});

test("an address that became private is refused as in an attempt, and told as the reason", async () => {
  const endpointId = await makeEndpoint("https://example.com/h");
  const { db } = bench.services;
  await db.updateTable("endpoints").set({ url: "http://10.0.0.1/h" }).where("id", "=", endpointId).execute();
  const { id } = await toDeliveryFixture(project, { endpointId, status: "Failure" });
  const { status, body } = await send(id, {});
  expect([status, body.data.response_status, body.data.error_code]).toEqual([200, null, "refused"]);
  expect(body.data.error).toMatch(/private|not allowed|internal/i);
});

test("what cannot be sent is refused, and says why", async () => {
  const { url, received } = await receive();
  const endpointId = await makeEndpoint(url);
  const { id } = await toDeliveryFixture(project, { endpointId, status: "Failure" });
  const viewer = [sign(id, project.keys.viewer), send(id, {}, project.keys.viewer)];
  expect((await Promise.all(viewer)).map(({ status }) => status)).toEqual([403, 403]);

  const foreign = await (await bench.project("outgoing")).endpoint();
  const unknown = await send(id, { endpoint_id: foreign });
  expect([unknown.status, unknown.body.error.fields[0].path]).toEqual([422, "endpoint_id"]);
  const large = await send(id, { raw: "x".repeat(1_048_577) });
  expect([413, 422]).toContain(large.status);

  await project.ask("PUT", `/endpoints/${endpointId}/deactivate`);
  const inactive = await send(id, {});
  expect([inactive.status, inactive.body.message]).toEqual([
    409,
    "The endpoint is inactive. Activate it to send it something.",
  ]);
  await project.ask("DELETE", `/endpoints/${endpointId}`);
  expect((await sign(id)).status).toBe(409);
  expect(received).toEqual([]);
});

test("the request of an endpoint that takes forms is shown as a form, and refused where the payload cannot be one", async () => {
  const { url, received } = await receive();
  const endpointId = await makeEndpoint(url, SECRET, { content_type: "application/x-www-form-urlencoded" });
  const { id } = await toDeliveryFixture(project, { endpointId, status: "Failure" });
  const { body } = await sign(id);
  expect(body.data.raw).toBe("amount=42");
  expect(body.data.headers["content-type"]).toBe("application/x-www-form-urlencoded");
  expect(body.data.headers["webhook-signature"]).toBe(signatureOf(body.data.headers, "amount=42", SECRET));
  const refused = await send(id, { raw: "[1]" });
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining("JSON object")]);
  expect(received).toEqual([]);
});
