import { request } from "node:http";
import { connect } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { ApiProject } from "@/lib/api/api.fixture";
import { DoorBench, MIB } from "@/lib/next/front-door.fixture";
import { MAX_RECEIVERS } from "@/lib/nouns/receivers/mutations";
import { KEPT_BODY_BYTES, KEPT_REQUESTS, type ReceivedRequest, type Receiver } from "@/lib/nouns/receivers/schemas";
import { until } from "@/lib/program/engines.fixture";

let doors: DoorBench;
let project: ApiProject;
beforeAll(async () => {
  doors = await DoorBench.open();
  project = await doors.bench.project("outgoing");
});
afterEach(async () => {
  doors.closeDoors();
  await doors.bench.services.db.deleteFrom("receivers").execute();
});
afterAll(() => doors.bench.close());

async function make(fields: object = {}): Promise<Receiver> {
  const { status, body } = await project.ask("POST", "/receivers", {
    key: project.keys.operator,
    body: { name: "Try", ...fields },
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data;
}

const change = (id: string, body: object) => project.ask("PUT", `/receivers/${id}`, { body });
const read = async (id: string): Promise<Receiver> => (await project.ask("GET", `/receivers/${id}`)).body.data;
const pathOf = ({ url }: Receiver) => new URL(url).pathname;

/** The heads of all answers to requests that arrive in one piece: however slow the machine, they come at once. */
async function askAtOnce(port: number, path: string, count: number): Promise<string[]> {
  const head = `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n`;
  const earlier = `${head}\r\n`.repeat(count - 1);
  const socket = connect(port, "127.0.0.1");
  socket.write(`${earlier}${head}connection: close\r\n\r\n`);
  const text = (await socket.toArray()).join("");
  return text.split(/(?=HTTP\/1\.1 )/);
}

async function arrived(id: string, key = project.keys.admin): Promise<ReceivedRequest[]> {
  return (await project.ask("GET", `/receivers/${id}/requests?perPage=100`, { key })).body.data.content;
}

const letItEnd = (id: string) =>
  doors.bench.services.db.updateTable("receivers").set({ expires_at: new Date() }).where("id", "=", id).execute();

describe("a request at a receiver", () => {
  it("is answered with what is set, and kept as it arrived, with any method", async () => {
    const { base } = await doors.openDoor();
    const answer = { status: 418, content_type: "text/plain", body: "short and stout", retry_after: 7 };
    const receiver = await make({ answer });
    const url = `${base}${pathOf(receiver)}?a=%20b`;
    const headers = { "x-mark": "yes", "x-hookyard-page": "forged", "content-type": "application/x" };
    for (const method of ["POST", "GET", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
      const got = await fetch(url, { method, headers, ...(method !== "GET" && { body: Buffer.from([0x7b, 0xff]) }) });
      expect([got.status, await got.text()]).toEqual([418, "short and stout"]);
      expect(got.headers.get("retry-after")).toBe("7");
      expect(got.headers.get("content-type")).toBe("text/plain");
    }
    const requests = await arrived(receiver.uid);
    expect(requests.map(({ method }) => method)).toEqual(["OPTIONS", "DELETE", "PATCH", "PUT", "GET", "POST"]);
    expect(requests.at(-1)).toMatchObject({
      receiver_id: receiver.uid,
      url_query_params: "a=%20b",
      headers: { "x-mark": "yes", "content-type": "application/x" },
      body: "{\ufffd",
      body_bytes: 2,
      body_truncated: false,
      status: 418,
    });
    expect(Object.keys(requests[0]?.headers ?? {}).join()).not.toContain("hookyard");
    expect(await read(receiver.uid)).toMatchObject({ received: 6, last_received_at: requests[0]?.received_at });
  });

  it("is answered so that a browser runs nothing", async () => {
    const { base } = await doors.openDoor();
    const got = await fetch(base + pathOf(await make()));
    expect(Object.fromEntries(got.headers)).toMatchObject({
      "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
    });
    const { status, body } = await project.ask("POST", "/receivers", {
      body: { name: "x", answer: { content_type: "text/html" } },
    });
    expect([status, body.error.fields[0].path]).toEqual([422, "answer.content_type"]);
  });

  it.each([204, 205, 304])("gets %i without a body", async (status) => {
    const { base } = await doors.openDoor();
    const got = await fetch(base + pathOf(await make({ answer: { status } })));
    expect([got.status, await got.text()]).toEqual([status, ""]);
  });

  it("fails as often as is set, then succeeds", async () => {
    const { base } = await doors.openDoor();
    const receiver = await make({ fail_next: 2, fail_status: 500 });
    const statuses: number[] = [];
    for (let n = 0; n < 4; n += 1) statuses.push((await fetch(base + pathOf(receiver))).status);
    expect(statuses).toEqual([500, 500, 200, 200]);
    expect((await read(receiver.uid)).fail_next).toBe(0);
  });

  it("counts once, however many come at once", async () => {
    const { base } = await doors.openDoor();
    const receiver = await make({ fail_next: 10 });
    const answers = await Promise.all(Array.from({ length: 40 }, () => fetch(base + pathOf(receiver))));
    expect(answers.filter(({ status }) => status === 503)).toHaveLength(10);
    expect(await read(receiver.uid)).toMatchObject({ received: 40, fail_next: 0 });
  });

  it("is forgotten when a hundred others came after it", async () => {
    const { base } = await doors.openDoor();
    const receiver = await make();
    for (let n = 0; n < KEPT_REQUESTS + 5; n += 1) await fetch(`${base}${pathOf(receiver)}?n=${n}`);
    const requests = await arrived(receiver.uid);
    expect(requests).toHaveLength(KEPT_REQUESTS);
    expect(requests.at(-1)?.url_query_params).toBe("n=5");
    expect((await project.ask("GET", `/receivers/${receiver.uid}/requests`)).body.data.pagination.has_next_page).toBe(
      true,
    );
  });

  it("keeps the start of a large body, holds no more of it in memory, and refuses a larger one", async () => {
    const { base, bodies } = await doors.openDoor({ settings: { HOOKYARD_BODY_MIB: "8" } });
    const receiver = await make();
    const body = Buffer.alloc(20 * MIB, "x");
    expect((await fetch(base + pathOf(receiver), { method: "POST", body })).status).toBe(200);
    const [request] = await arrived(receiver.uid);
    expect(request).toMatchObject({ body_bytes: 20 * MIB, body_truncated: true });
    expect(request?.body).toHaveLength(KEPT_BODY_BYTES);
    expect(bodies.used).toBe(0);
    const { port } = new URL(base);
    const head = `POST ${pathOf(receiver)} HTTP/1.1\r\nHost: h\r\nContent-Length: ${65 * MIB}`;
    expect(await doors.raw(Number(port), head)).toContain("413");
  });

  it("keeps a bounded part of many headers", async () => {
    const { base } = await doors.openDoor();
    const receiver = await make();
    const headers = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`x-${n}`, "v".repeat(1_000)]));
    await fetch(base + pathOf(receiver), { headers });
    const [request] = await arrived(receiver.uid);
    expect(JSON.stringify(request?.headers).length).toBeLessThan(20_000);
    expect(Object.keys(request?.headers ?? {})).toContain("x-3");
  });

  it("is refused above 100 a second at one receiver, and others are not", async () => {
    const { base, port } = await doors.openDoor();
    const [one, other] = [await make(), await make()];
    expect((await fetch(base + pathOf(one))).status).toBe(200);
    const answers = await askAtOnce(port, pathOf(one), 400);
    const refused = answers.filter((answer) => answer.startsWith("HTTP/1.1 429"));
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.toLowerCase()).toContain("\r\nretry-after: 1\r\n");
    expect((await fetch(base + pathOf(other))).status).toBe(200);
  });

  it("waits as long as is set, with its place given back when the caller leaves", async () => {
    const { port } = await doors.openDoor();
    const receiver = await make({ answer: { delay_ms: 30_000 } });
    const waiting = Array.from({ length: 50 }, () => {
      const sent = request({ port, host: "127.0.0.1", path: pathOf(receiver), agent: false });
      // It is destroyed on purpose.
      sent.on("error", () => {});
      sent.end();
      return sent;
    });
    await until(async () => (await read(receiver.uid)).received === 50);
    const get = () => fetch(`http://127.0.0.1:${port}${pathOf(receiver)}`);
    expect((await get()).status).toBe(429);
    await change(receiver.uid, { answer: { delay_ms: 1 } });
    for (const sent of waiting) sent.destroy();
    await until(async () => (await get()).status === 200);
  });
});

describe("an address without a receiver", () => {
  it("is not found, whether it never was, was deleted or has ended; and nothing is kept", async () => {
    const { base } = await doors.openDoor();
    const [deleted, ended] = [await make(), await make()];
    for (const receiver of [deleted, ended]) expect((await fetch(base + pathOf(receiver))).status).toBe(200);
    await project.ask("DELETE", `/receivers/${deleted.uid}`);
    await letItEnd(ended.uid);
    const answers = await Promise.all(
      [pathOf(deleted), pathOf(ended), `/receive/${"a".repeat(32)}`, "/receive/x"].map(async (path) => {
        const got = await fetch(base + path, { method: "POST", body: "x" });
        return [got.status, (await got.json()).message];
      }),
    );
    expect(new Set(answers.map(String))).toEqual(new Set(["404,There is no receiver at this address."]));
    expect((await project.ask("GET", `/receivers/${ended.uid}`)).status).toBe(404);
    expect((await project.ask("GET", `/receivers/${ended.uid}/requests`)).status).toBe(404);
    expect((await change(ended.uid, { expires_in_days: 7 })).status).toBe(404);
    expect((await project.ask("GET", "/receivers")).body.data.content).toEqual([]);
    expect(await doors.bench.services.db.selectFrom("receiver_requests").select("id").execute()).toHaveLength(1);
  });

  it("is at the ingest host alone, if there is one", async () => {
    const { port } = await doors.openDoor({ settings: { HOOKYARD_INGEST_URL: "https://in.example" } });
    const path = pathOf(await make());
    expect(await doors.raw(port, `GET ${path} HTTP/1.1\r\nHost: in.example`)).toContain("200");
    expect(await doors.raw(port, `GET ${path} HTTP/1.1\r\nHost: hooks.example`)).toContain("404");
  });

  it("is answered by a worker too, which has no other public path", async () => {
    const { base } = await doors.openDoor({ settings: { HOOKYARD_ROLE: "worker" } });
    expect((await fetch(base + pathOf(await make()))).status).toBe(200);
    expect((await fetch(`${base}/v1/me`)).status).toBe(404);
  });
});

describe("the resource", () => {
  it("can be changed and prolonged by an operator, within its bounds", async () => {
    const { uid } = await make({ expires_in_days: 1 });
    const { status, body } = await change(uid, { name: "Other", answer: { status: 500 }, expires_in_days: 30 });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ name: "Other", answer: { status: 500, delay_ms: 0 }, fail_next: 0 });
    const days = (Date.parse(body.data.expires_at) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(30);
    expect((await project.ask("PUT", `/receivers/${uid}`, { key: project.keys.viewer, body: {} })).status).toBe(403);
    for (const [wrong, path] of [
      [{ answer: { status: 101 } }, "answer.status"],
      [{ answer: { delay_ms: 30_001 } }, "answer.delay_ms"],
      [{ answer: { body: "x".repeat(4_097) } }, "answer.body"],
      [{ fail_status: 200 }, "fail_status"],
      [{ expires_in_days: 31 }, "expires_in_days"],
    ] as const) {
      const refused = await change(uid, wrong);
      expect([refused.status, refused.body.error.fields[0].path]).toEqual([422, path]);
    }
  });

  it("keeps signatures and no credentials of the requests", async () => {
    const { base } = await doors.openDoor();
    const receiver = await make();
    const headers = { authorization: "Bearer canary", "x-api-key": "canary", cookie: "canary", "x-signature": "v1,s" };
    await fetch(base + pathOf(receiver), { headers });
    expect((await arrived(receiver.uid))[0]?.headers).toMatchObject({
      authorization: "[REDACTED]",
      "x-api-key": "[REDACTED]",
      cookie: "[REDACTED]",
      "x-signature": "v1,s",
    });
    const { rows } = await doors.bench.services.db.pool.query("select headers::text from receiver_requests");
    expect(JSON.stringify(rows)).not.toContain("canary");
  });

  it("hides its address and signatures from viewers", async () => {
    const { base } = await doors.openDoor();
    const receiver = await make();
    const headers = { authorization: "Bearer x", "x-signature": "v1,s", accept: "text/plain" };
    await fetch(`${base}${pathOf(receiver)}?token=t`, { headers });
    const key = project.keys.viewer;
    const shown = (await project.ask("GET", `/receivers/${receiver.uid}`, { key })).body.data;
    expect(shown.url).toMatch(/\/receive\/\[REDACTED\]$/);
    expect((await arrived(receiver.uid, key))[0]).toMatchObject({
      url_query_params: "token=[REDACTED]",
      headers: { authorization: "[REDACTED]", "x-signature": "[REDACTED]", accept: "text/plain" },
    });
    const token = pathOf(receiver).split("/").at(-1) as string;
    expect(JSON.stringify((await project.ask("GET", "/audit-log")).body)).not.toContain(token);
  });

  it("is there twenty times in a project at most", async () => {
    await Promise.all(Array.from({ length: MAX_RECEIVERS }, () => make()));
    expect((await project.ask("POST", "/receivers", { body: { name: "one more" } })).status).toBe(409);
  });
});
