import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createApp } from "@/lib/api/app";
import { createAddressGuard } from "@/lib/egress/address-guard";
import { newId } from "@/lib/kernel/ids";
import { EngineBench } from "@/lib/program/engines.fixture";

let bench: EngineBench;
let server: Server;
let port: number;
let projectId: string;

beforeAll(async () => {
  bench = await EngineBench.open();
  const engines = await bench.start();
  const guard = createAddressGuard("");
  const services = { ...bench.context(newId()), ...engines, guard, log: pino({ level: "silent" }) };
  const app = createApp(services, { readSession: async () => null });
  server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await bench.close();
});
beforeEach(async () => {
  projectId = await bench.project("incoming", { max_payload_read_size: 2_048 });
});

type SourceColumns = {
  verifier?: string;
  is_disabled?: boolean;
  custom_response?: string;
  idempotency_keys?: string[];
};

async function source(columns: SourceColumns = {}): Promise<string> {
  const maskId = newId();
  const { verifier, ...rest } = columns;
  const sealed = verifier ? bench.context(projectId).box.seal(verifier) : null;
  const values = {
    project_id: projectId,
    id: newId(),
    mask_id: maskId,
    name: "s",
    type: "http" as const,
    verifier: sealed,
    ...rest,
  };
  await bench.database.db.insertInto("sources").values(values).execute();
  return maskId;
}

const events = () => bench.database.db.selectFrom("events").selectAll().where("project_id", "=", projectId).execute();
const post = (maskId: string, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${port}/ingest/${maskId}`, { method: "POST", body: '{"a":1}', ...init });

/** Writes bytes to the port and returns everything that comes back until the server closes or `enough` matches. */
async function raw(
  text: string,
  enough: RegExp,
  then: (socket: ReturnType<typeof connect>) => void = () => {},
): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.write(text);
  then(socket);
  for await (const chunk of socket) {
    answer += chunk;
    if (enough.test(answer)) break;
  }
  socket.destroy();
  return answer;
}

describe("a received webhook", () => {
  it("is stored byte for byte, without the sender's credentials, before it is answered", async () => {
    const maskId = await source();
    const body = '{"z": 1.0,\n "a":"ü"}';
    const headers = {
      "content-type": "application/json",
      "x-kept": "yes",
      authorization: "Basic c2VjcmV0",
      cookie: "a=b",
    };
    const answer = await post(`${maskId}?q=1&q=2`, { body, headers });
    expect(answer.status).toBe(200);
    const { data, message } = (await answer.json()) as { data: { uid: string }; message: string };
    expect(message).toBe("Event received");
    const [stored] = await events();
    expect(stored).toMatchObject({ id: data.uid, url_query_params: "q=1&q=2" });
    expect(stored?.payload.toString()).toBe(body);
    expect(stored?.headers).toMatchObject({ "x-kept": "yes" });
    expect(Object.keys(stored?.headers as object)).not.toEqual(expect.arrayContaining(["authorization"]));
    expect(Object.keys(stored?.headers as object)).not.toEqual(expect.arrayContaining(["cookie"]));
  });

  it("with a wrong signature is refused and leaves nothing, not even its idempotency key", async () => {
    const hmac = { header: "X-Sig", hash: "SHA256", encoding: "hex", secret: "s3cret" };
    const maskId = await source({
      verifier: JSON.stringify({ type: "hmac", hmac }),
      idempotency_keys: ["request.body.a"],
    });
    const sign = (text: string) => createHmac("sha256", "s3cret").update(text).digest("hex");
    const wrong = await post(maskId, { headers: { "x-sig": sign('{"a":2}') } });
    expect(wrong.status).toBe(401);
    expect(await events()).toEqual([]);
    const right = await post(maskId, { headers: { "x-sig": sign('{"a":1}') } });
    expect(await right.json()).toMatchObject({ data: { is_duplicate_event: false } });
    const again = await post(maskId, { headers: { "x-sig": sign('{"a":1}') } });
    expect(await again.json()).toMatchObject({ data: { is_duplicate_event: true } });
  });

  it("over the limit is refused whether its length is declared, chunked or false", async () => {
    const maskId = await source();
    const large = "x".repeat(3_000);
    expect((await post(maskId, { body: large })).status).toBe(413);
    const head = `POST /ingest/${maskId} HTTP/1.1\r\nHost: h\r\n`;
    const chunked = await raw(`${head}Transfer-Encoding: chunked\r\n\r\nbb8\r\n${large}\r\n`, /\r\n\r\n/);
    expect(chunked).toMatch(/^HTTP\/1\.1 413 /);
    const promised = await raw(`${head}Content-Length: 999999999\r\n\r\nx`, /\r\n\r\n/);
    expect(promised).toMatch(/^HTTP\/1\.1 413 /);
    expect(await events()).toEqual([]);
  });

  it("that breaks off stores nothing", async () => {
    const maskId = await source();
    const head = `POST /ingest/${maskId} HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\n{"half":`;
    await raw(head, /never/, (socket) => socket.end());
    expect(await events()).toEqual([]);
  });

  it("to an unknown or disabled source is 404 or 403", async () => {
    expect((await post(newId())).status).toBe(404);
    expect((await post(await source({ is_disabled: true }))).status).toBe(403);
    expect(await events()).toEqual([]);
  });

  it("gets the source's own response if it has one", async () => {
    const maskId = await source({
      custom_response: JSON.stringify({ body: "ok,1", content_type: "text/csv" }),
    });
    const answer = await post(maskId);
    expect(answer.headers.get("content-type")).toBe("text/csv");
    expect(await answer.text()).toBe("ok,1");
  });

  it("never runs in a browser, whatever the answer: active types are sent as text", async () => {
    const base = `http://127.0.0.1:${port}/ingest`;
    const html = { custom_response: JSON.stringify({ body: "<script>1</script>", content_type: "text/html" }) };
    const answers = [
      await post(await source()),
      await post(await source(html)),
      await post(await source({ is_disabled: true })),
      await post(newId()),
      await fetch(`${base}/${await source()}`),
      await fetch(`${base}/${await source()}`, { method: "DELETE" }),
      await fetch(base),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 403, 404, 400, 404, 404]);
    for (const { headers } of answers) {
      expect(headers.get("content-security-policy")).toMatch(/^sandbox; default-src 'none'/);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("x-frame-options")).toBe("DENY");
      expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
    }
    expect(answers[1]?.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(await answers[1]?.text()).toBe("<script>1</script>");
  });

  it("takes its event type from the header, else the body, else the default", async () => {
    const maskId = await source();
    await post(maskId, { headers: { "x-event-type": "order.paid" } });
    await post(maskId, { body: '{"type":"user.created"}' });
    await post(maskId, { body: '{"type":"<script>"}' });
    await post(maskId, {
      body: "event_type=form.sent",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    await post(maskId, { body: "plain" });
    const types = (await events()).map((event) => event.event_type).sort();
    expect(types).toEqual(["form.sent", "order.paid", "user.created", "webhook.received", "webhook.received"]);
  });
});
