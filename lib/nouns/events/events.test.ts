import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { newId } from "@/lib/kernel/ids";
import { toDeliveryFixture } from "@/lib/nouns/deliveries/deliveries.fixture";

let bench: ApiBench;
let project: ApiProject;
let endpoint_id: string;
beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("outgoing");
  endpoint_id = await project.endpoint();
  await project.subscription({ endpoint_id });
});
afterAll(() => bench.close());

const create = (body: object, to = project) => to.ask("POST", "/events", { body, key: to.keys.operator });
const event = { event_type: "invoice.paid", data: { amount: 42 } };

describe("createEvent", () => {
  it("commits the event and its delivery before it answers", async () => {
    const { status, body } = await create({ ...event, endpoint_id, custom_headers: { "X-Tenant": "acme" } });
    expect([status, body.data.is_duplicate_event]).toEqual([201, false]);
    const { data } = (await project.ask("GET", `/events/${body.data.uid}`)).body;
    expect(data).toMatchObject({
      event_type: "invoice.paid",
      status: "Success",
      raw: '{"amount":42}',
      endpoints: [endpoint_id],
      endpoint_metadata: [{ uid: endpoint_id }],
      source_metadata: null,
      app_id: null,
      deliveries: { Scheduled: 1 },
      headers: { "content-type": "application/json", "x-tenant": "acme" },
    });
    expect(Buffer.from(data.data).toString()).toBe(data.raw);
  });

  it("keeps the bytes of any JSON value, NUL characters and __proto__ too", async () => {
    const raw = '{"endpoint_id":"ID","event_type":"a","data":{"__proto__":{"x":1},"n":"\\u0000","s":"\\ud800"}}';
    const made = await project.ask("POST", "/events", {
      raw: raw.replace("ID", endpoint_id),
      headers: { "content-type": "application/json; charset=utf-8" },
    });
    expect(made.status).toBe(201);
    const { data } = (await project.ask("GET", `/events/${made.body.data.uid}`)).body;
    expect(data.raw).toBe('{"__proto__":{"x":1},"n":"\\u0000","s":"\\ud800"}');
    for (const value of [null, 0, "", [], false])
      expect((await create({ ...event, endpoint_id, data: value })).status).toBe(201);
  });

  it("shows a hundred of its endpoints at most, and none in a summary of its deliveries, since each of them shows it", async () => {
    const many = await bench.project("outgoing");
    const first = await many.endpoint();
    const { uid } = (await create({ ...event, endpoint_id: first }, many)).body.data;
    const endpoints = [first, ...Array.from({ length: 100 }, () => newId())];
    await bench.services.db.updateTable("events").set({ endpoints }).where("id", "=", uid).execute();
    const path = "/eventdeliveries?perPage=1";
    const [full, summary] = await Promise.all([path, `${path}&view=summary`].map((at) => many.ask("GET", at)));
    const shown = (answer: typeof full) => answer?.body.data.content[0].event_metadata;
    expect(shown(full)).toMatchObject({ endpoints: endpoints.slice(0, 100), endpoint_metadata: [{ uid: first }] });
    expect([shown(summary).endpoints, shown(summary).endpoint_metadata]).toEqual([[], []]);
  });

  it("takes payloads up to the project's limit, and names that limit", async () => {
    const small = await bench.project("outgoing", { max_payload_read_size: 2_000 });
    const of = (length: number) => ({ event_type: "large", data: "x".repeat(length - 2) });
    const broadcast = (body: object, to: ApiProject) => to.ask("POST", "/events/broadcast", { body });
    expect((await broadcast(of(2_000), small)).status).toBe(201);
    const refused = await broadcast(of(2_001), small);
    expect([refused.status, refused.body.error.code]).toEqual([413, "payload_too_large"]);
    expect(refused.body.message).toMatch(/2,001 bytes.*at most 2,000/);
    const batch = await small.ask("POST", "/events/batch", { body: { events: [of(2_000), of(2_001)] } });
    expect(batch.body.data.results.map(({ status }: { status: number }) => status)).toEqual([201, 413]);
    expect((await small.ask("GET", "/events")).body.data.content).toHaveLength(2);
    const large = await bench.project("outgoing", { max_payload_read_size: 8_000_000 });
    expect((await broadcast(of(8_000_000), large)).status).toBe(201);
    expect((await broadcast(of(8_000_001), large)).status).toBe(413);
    expect((await broadcast(of(10_000_000), large)).status).toBe(413);
  });

  it("flags a second event with the same idempotency key, and lists both by it", async () => {
    const idempotency_key = newId();
    const first = await create({ ...event, endpoint_id, idempotency_key });
    const second = await create({ ...event, endpoint_id, idempotency_key });
    expect([first, second].map((made) => made.body.data.is_duplicate_event)).toEqual([false, true]);
    const { content } = (await project.ask("GET", `/events?idempotencyKey=${idempotency_key}`)).body.data;
    expect(content.map((row: { uid: string; status: string }) => [row.uid, row.status])).toEqual([
      [second.body.data.uid, "Discarded"],
      [first.body.data.uid, "Success"],
    ]);
    expect(content[0].status_reason).toContain("duplicate");
  });

  it("refuses each error with its own code", async () => {
    const incoming = await bench.project("incoming");
    expect((await create({ ...event, endpoint_id: newId() }, incoming)).status).toBe(409);
    const foreign = await create({ ...event, endpoint_id: newId() });
    expect([foreign.status, foreign.body.error.fields[0].path]).toEqual([422, "endpoint_id"]);
    const wrong = await create({ event_type: "a b", custom_headers: { "X:Y": "1", Z: "a\nb" } });
    expect(wrong.body.error.fields.map((field: { path: string }) => field.path)).toEqual([
      "endpoint_id",
      "event_type",
      "data",
      "custom_headers.X:Y",
      "custom_headers.Z",
    ]);
    const deep = `{"endpoint_id":"${endpoint_id}","event_type":"a","data":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
    const nested = await project.ask("POST", "/events", { raw: deep, headers: { "content-type": "application/json" } });
    expect([201, 422]).toContain(nested.status);
    expect((await project.ask("POST", "/events", { body: event, key: project.keys.viewer })).status).toBe(403);
  });

  it("sees an endpoint that was created, and one that was deleted, a moment ago", async () => {
    const fresh = await project.endpoint();
    expect((await create({ ...event, endpoint_id: fresh })).status).toBe(201);
    await project.ask("DELETE", `/endpoints/${fresh}`);
    const late = await create({ ...event, endpoint_id: fresh });
    if (late.status === 201) {
      const { data } = (await project.ask("GET", `/events/${late.body.data.uid}`)).body;
      expect(data.status).toBe("Discarded");
    } else expect(late.status).toBe(422);
  });
});

describe("a large payload", () => {
  it("is sent piece by piece, with the same bytes and text", async () => {
    const text = "größer 🎉 ".repeat(40_000);
    const made = await create({ ...event, endpoint_id, data: text });
    const { data } = (await project.ask("GET", `/events/${made.body.data.uid}`)).body;
    expect(data.raw).toBe(JSON.stringify(text));
    expect(Buffer.from(data.data).toString()).toBe(data.raw);
  });

  it("is not read together with others if they exceed one answer", async () => {
    const other = await bench.project("outgoing");
    const now = new Date();
    const fields = {
      project_id: other.id,
      event_type: "big",
      status: "Success" as const,
      headers: "{}",
      created_at: now,
    };
    for (const id of [newId(), newId()]) {
      const payload = Buffer.alloc(17 * 1024 * 1024, 97);
      await bench.services.db
        .insertInto("events")
        .values({ ...fields, id, payload, updated_at: now })
        .execute();
    }
    const { status, body } = await other.ask("GET", "/events");
    expect([status, body.error.fields[0].path]).toEqual([422, "perPage"]);
    expect((await other.ask("GET", "/events?view=summary")).body.data.content).toHaveLength(2);
  });
});

describe("listEvents", () => {
  it("finds events by status, type, endpoint, source and date, and counts their deliveries", async () => {
    const other = await bench.project("incoming");
    const endpointId = await other.endpoint();
    const sourceId = await other.source();
    const done = await toDeliveryFixture(other, { endpointId, sourceId, status: "Success", eventType: "a.b" });
    const dead = await toDeliveryFixture(other, { endpointId, status: "Failure", eventType: "a.c" });
    const { db } = bench.services;
    const pending = newId();
    const leased = newId();
    for (const id of [pending, leased]) {
      const at = new Date();
      await db
        .insertInto("events")
        .values({
          project_id: other.id,
          id,
          event_type: "z",
          status: "Pending",
          headers: "{}",
          payload: Buffer.from("1"),
          created_at: at,
          updated_at: at,
        })
        .execute();
      await db
        .insertInto("routing_queue")
        .values({
          project_id: other.id,
          event_id: id,
          due_at: new Date(Date.now() + 60_000),
          lease: id === leased ? newId() : null,
        })
        .execute();
    }
    const find = async (query: string) =>
      (await other.ask("GET", `/events?${query}`)).body.data.content.map((row: { uid: string }) => row.uid);
    expect(await find("")).toEqual([leased, pending, dead.eventId, done.eventId]);
    expect(await find("status=Pending")).toEqual([pending]);
    expect(await find("status=Processing")).toEqual([leased]);
    expect(await find("status=Success,Pending&sort=asc")).toEqual([done.eventId, dead.eventId, pending]);
    expect(await find("status=Failure")).toEqual([]);
    expect(await find("event_type=a.*")).toEqual([dead.eventId, done.eventId]);
    expect(await find(`sourceId=${sourceId}`)).toEqual([done.eventId]);
    expect(await find(`endpointId=${endpointId}`)).toEqual([dead.eventId, done.eventId]);
    expect(await find("endDate=2020-01-01")).toEqual([]);
    const [, , failed, succeeded] = (await other.ask("GET", "/events?view=summary")).body.data.content;
    expect([failed.deliveries, succeeded.deliveries]).toEqual([{ Failure: 1 }, { Success: 1 }]);
    expect(succeeded).not.toHaveProperty("raw");
    expect(succeeded.source_metadata).toMatchObject({ uid: sourceId });
  });
});
