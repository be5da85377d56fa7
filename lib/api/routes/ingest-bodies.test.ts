import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createApp } from "@/lib/api/app";
import { createAddressGuard } from "@/lib/egress/address-guard";
import { newId } from "@/lib/kernel/ids";
import { EngineBench, Receiver, until } from "@/lib/program/engines.fixture";

let bench: EngineBench;
let server: Server;
let receiver: Receiver;
let base: string;
let projectId: string;

beforeAll(async () => {
  bench = await EngineBench.open();
  receiver = await new Receiver().open();
  const engines = await bench.start();
  const services = {
    ...bench.context(newId()),
    ...engines,
    guard: createAddressGuard(""),
    log: pino({ level: "silent" }),
  };
  const app = createApp(services, { readSession: async () => null });
  server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ingest`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  receiver.close();
  await bench.close();
});
beforeEach(async () => {
  projectId = await bench.project("incoming");
  receiver.got.length = 0;
});

/** Creates an address to post to, whose matching events go to the receiver. */
async function connect(columns: Record<string, unknown> = {}, filter?: object): Promise<string> {
  const { db } = bench.database;
  const id = newId();
  const values = { project_id: projectId, id, mask_id: newId(), name: "s", type: "http" as const, ...columns };
  await db.insertInto("sources").values(values).execute();
  const endpointId = await bench.endpoint(projectId, receiver.url);
  const subscription = await bench.subscribe(projectId, endpointId, { event_types: ["*"], ...(filter && { filter }) });
  await db.updateTable("subscriptions").set({ source_id: id }).where("id", "=", subscription).execute();
  return `${base}/${values.mask_id}`;
}

type Sent = { body?: Buffer; type?: string; headers?: Record<string, string>; query?: string };

async function send(url: string, { body, type, headers = {}, query = "" }: Sent) {
  const answer = await fetch(url + query, {
    method: "POST",
    ...(body && { body: new Uint8Array(body) }),
    headers: { ...(type !== undefined && { "content-type": type }), ...headers },
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as { data: { uid: string; is_duplicate_event: boolean } };
}

const event = (uid: string) =>
  bench.database.db.selectFrom("events").selectAll().where("id", "=", uid).executeTakeFirstOrThrow();

const BOUNDARY = "----WebKitFormBoundary7MA4YWxkTrZu0gW";
const MULTIPART = Buffer.concat([
  Buffer.from(
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="type"\r\n\r\norder.paid\r\n--${BOUNDARY}\r\nContent-Disposition: form-data; name="photo"; filename="a.bin"\r\nContent-Type: image/png\r\n\r\n`,
  ),
  Buffer.from([0, 255, 13, 10, 128, 254]),
  Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
]);
const FORM = "application/x-www-form-urlencoded";

const BODIES: [name: string, type: string | undefined, body: Buffer | undefined][] = [
  ["JSON with its own spacing", "application/json", Buffer.from('{ "z": 1.0,\r\n\t"a": "ü" , "a": 2 }\n')],
  ["JSON that is none", "application/json", Buffer.from('{"half":')],
  ["a form", FORM, Buffer.from("b=2&a=1%20x&a=+y&%zz=%")],
  ["a multipart body with a file", `multipart/form-data; boundary=${BOUNDARY}`, MULTIPART],
  ["XML", "application/xml; charset=iso-8859-1", Buffer.from("<?xml version='1.0'?><a b='\xe9'>1</a>", "latin1")],
  ["text", "text/plain; charset=utf-8", Buffer.from("größer\n\0 end ")],
  ["bytes of no type", undefined, Buffer.from(Array.from({ length: 256 }, (_, at) => at))],
  ["text of no type", undefined, Buffer.from("order 7 was paid")],
  ["nothing", undefined, undefined],
];

describe("a webhook's body", () => {
  it.each(BODIES)("of %s arrives byte for byte, with its type", async (_name, type, body) => {
    const { data } = await send(await connect(), { ...(body && { body }), ...(type !== undefined && { type }) });
    const [got] = await until(() => receiver.got.length > 0 && receiver.got);
    expect(got?.body).toEqual(body ?? Buffer.alloc(0));
    expect(got?.headers["content-type"]).toBe(type);
    expect((await event(data.uid)).payload).toEqual(body ?? Buffer.alloc(0));
  });
});

it("that is JSON without a content type is sent as JSON", async () => {
  const body = Buffer.from(' \r\n\t{"a":1}');
  await send(await connect(), { body });
  const [got] = await until(() => receiver.got.length > 0 && receiver.got);
  expect(got?.headers["content-type"]).toBe("application/json");
  expect(got?.body).toEqual(body);
});

describe("a custom response", () => {
  it.each([
    ['"ok"', "application/vnd.api+json"],
    ["größer", "text/plain; charset=utf-8"],
    ["", "text/plain"],
  ])("of %j as %s is the whole answer, once the event is on disk", async (body, content_type) => {
    const url = await connect({ custom_response: JSON.stringify({ body, content_type }) });
    const answer = await fetch(url, { method: "POST", body: new Uint8Array(MULTIPART) });
    expect([answer.status, answer.headers.get("content-type"), await answer.text()]).toEqual([200, content_type, body]);
    const stored = await bench.database.db
      .selectFrom("events")
      .select("id")
      .where("project_id", "=", projectId)
      .execute();
    expect(stored).toHaveLength(1);
  });
});

describe("a filter", () => {
  it.each([
    ["a form", FORM, (kind: string) => Buffer.from(`kind=${kind}&amount=7`)],
    ["a form written in capitals", FORM.toUpperCase(), (kind: string) => Buffer.from(`amount=7&kind=${kind}`)],
    [
      "a multipart body",
      `multipart/form-data; boundary="${BOUNDARY}"`,
      (kind: string) =>
        Buffer.from(
          `--${BOUNDARY}\r\nContent-Disposition: form-data; name="kind"\r\n\r\n${kind}\r\n--${BOUNDARY}\r\ncontent-disposition: form-data; name=amount\r\n\r\n7\r\n--${BOUNDARY}--`,
        ),
    ],
  ])("matches by the fields of %s", async (_name, type, make) => {
    const url = await connect({}, { body: { kind: "paid", amount: "7" } });
    const other = await send(url, { type, body: make("open") });
    const paid = await send(url, { type, body: make("paid") });
    expect((await event(other.data.uid)).status).toBe("Discarded");
    await until(() => receiver.got.length > 0);
    expect(receiver.got.map(({ body }) => body)).toEqual([make("paid")]);
    expect((await event(paid.data.uid)).status).toBe("Success");
  });

  it("matches by a field beside a text of many megabytes", async () => {
    projectId = await bench.project("incoming", { max_payload_read_size: 30 * 1024 * 1024 });
    const url = await connect({ idempotency_keys: ["request.body.id"] }, { body: { id: { $gt: 5 }, kind: "paid" } });
    const make = (kind: string, id: string) =>
      Buffer.from(`{"text":"${"x".repeat(20 * 1024 * 1024)}","kind":"${kind}","id":${id}}`);
    const sent: [string, string][] = [
      ["open", "1460323737035677698"],
      ["paid", "1460323737035677699"],
      ["paid", "1460323737035677699"],
    ];
    const results: [string, boolean][] = [];
    for (const [kind, id] of sent) {
      const { data } = await send(url, { type: "application/json", body: make(kind, id) });
      results.push([(await event(data.uid)).status, data.is_duplicate_event]);
    }
    expect(results).toEqual([
      ["Discarded", false],
      ["Success", false],
      ["Discarded", true],
    ]);
    await until(() => receiver.got.length > 0);
    expect(receiver.got.map(({ body }) => body.equals(make("paid", "1460323737035677699")))).toEqual([true]);
  });

  it("matches by the name, type and size of a file", async () => {
    const url = await connect({}, { body: { photo: { content_type: { $startsWith: "image/" }, size: { $gt: 5 } } } });
    const { data } = await send(url, { type: `multipart/form-data; boundary=${BOUNDARY}`, body: MULTIPART });
    expect(await event(data.uid)).toMatchObject({ status: "Success", event_type: "order.paid" });
  });
});

describe("an idempotency key", () => {
  it.each<[string, string, Sent, Sent]>([
    ["a header", "request.header.X-Id", { headers: { "x-id": "1" } }, { headers: { "x-id": "2" } }],
    ["the query", "request.query.id", { query: "?id=1&at=1" }, { query: "?at=1&id=2" }],
    [
      "JSON",
      "request.body.a.0.id",
      { type: "application/json", body: Buffer.from('{"a":[{"id":1}]}') },
      { type: "application/json", body: Buffer.from('{"a":[{"id":2}]}') },
    ],
    ["a form", "request.body.id", { type: FORM, body: Buffer.from("id=1") }, { type: FORM, body: Buffer.from("id=2") }],
    [
      "a multipart body",
      "request.body.type",
      { type: `multipart/form-data; boundary=${BOUNDARY}`, body: MULTIPART },
      {
        type: `multipart/form-data; boundary=${BOUNDARY}`,
        body: Buffer.from(MULTIPART.toString("latin1").replace("order.paid", "order.open"), "latin1"),
      },
    ],
  ])("in %s tells a second copy from another event", async (_name, part, first, other) => {
    const url = await connect({ idempotency_keys: [part] });
    const sent = [await send(url, first), await send(url, first), await send(url, other), await send(url, {})];
    expect(sent.map(({ data }) => data.is_duplicate_event)).toEqual([false, true, false, false]);
  });
});

it("that is nested more deeply than the stack distinguishes a repetition from another event", async () => {
  const url = await connect({ idempotency_keys: ["request.body.a"] });
  const sent = (inside: string) => ({
    type: "application/json",
    body: Buffer.from(`{"a":${"[".repeat(100_000)}${inside}${"]".repeat(100_000)}}`),
  });
  const answers = [await send(url, sent("1")), await send(url, sent("1")), await send(url, sent("2"))];
  expect(answers.map(({ data }) => data.is_duplicate_event)).toEqual([false, true, false]);
});

describe("an event's type", () => {
  const typeOf = async (from: object | null, sent: Sent, columns: Record<string, unknown> = {}) => {
    const url = await connect({ ...columns, event_type_from: from && JSON.stringify(from) });
    return (await event((await send(url, sent)).data.uid)).event_type;
  };
  const json = (body: object) => ({ type: "application/json", body: Buffer.from(JSON.stringify(body)) });

  it("comes from the header, the body's path or the text that the source names", async () => {
    const sent = { ...json({ type: "t", data: { kind: "from.body" } }), headers: { "x-kind": "from.header" } };
    expect(await typeOf({ header: "X-Kind" }, sent)).toBe("from.header");
    expect(await typeOf({ body: "data.kind" }, sent)).toBe("from.body");
    expect(await typeOf({ fixed: "always.this" }, sent)).toBe("always.this");
    expect(await typeOf({ body: "kind" }, { type: FORM, body: Buffer.from("kind=from.form") })).toBe("from.form");
    expect(await typeOf({ header: "X-Kind" }, sent, { provider: "github" })).toBe("from.header");
  });

  it("comes from the usual places if the request lacks it or has no event type there", async () => {
    expect(await typeOf({ header: "X-Kind" }, json({ type: "usual" }))).toBe("usual");
    expect(await typeOf({ header: "X-Kind" }, { ...json({}), headers: { "x-kind": "<b>" } })).toBe("webhook.received");
    expect(await typeOf({ body: "data.kind" }, json({ data: { kind: ["x"] }, type: "usual" }))).toBe("usual");
    expect(await typeOf({ body: "constructor.name" }, json({}))).toBe("webhook.received");
    const push = { headers: { "x-github-event": "push" } };
    expect(await typeOf({ body: "kind" }, push, { provider: "github" })).toBe("push");
  });
});
