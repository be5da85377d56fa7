import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { EndpointStatus } from "@/lib/kernel/vocabulary";
import { resendDelivery } from "@/lib/nouns/deliveries/resend";
import type { Engines } from "@/lib/program/engines";
import { EngineBench, eventFor, Receiver, SECRET, until } from "@/lib/program/engines.fixture";

let bench: EngineBench;
let engines: Engines;
let receiver: Receiver;
let projectId: string;
let endpointId: string;

beforeAll(async () => {
  bench = await EngineBench.open();
  engines = await bench.start();
});
afterAll(() => bench.close());
afterEach(() => receiver.close());
beforeEach(async () => {
  receiver = await new Receiver().open();
  projectId = await bench.project("outgoing");
  endpointId = await bench.endpoint(projectId, receiver.url);
});

const statuses = async () => (await bench.deliveries(projectId)).map((delivery) => delivery.status);
const settled = (status: string) => until(async () => (await statuses()).every((found) => found === status) || null);
const pause = (status: EndpointStatus) =>
  bench.database.db.updateTable("endpoints").set({ status }).where("id", "=", endpointId).execute();

describe("an accepted event", () => {
  it("reaches its endpoint signed over exactly the bytes that were accepted", async () => {
    await bench.subscribe(projectId, endpointId);
    const payload = Buffer.from('{"amount": 42.0 , "name":"Zoë"}');
    const { uid } = await engines.recorder.record(eventFor(projectId, endpointId, { payload, urlQueryParams: "a=1" }));
    const [got] = await until(() => receiver.got.length > 0 && receiver.got);
    expect(got?.body.equals(payload)).toBe(true);
    expect(got?.url).toBe("/hook?a=1");
    expect(new Webhook(SECRET).verify(got?.body.toString() ?? "", got?.headers as Record<string, string>)).toBeTruthy();
    expect(got?.headers["x-hookyard-signature"]).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
    await settled("Success");
    const [delivery] = await bench.deliveries(projectId);
    expect(delivery).toMatchObject({ event_id: uid, num_trials: 1, dead: null });
    expect(delivery?.latency_seconds).toBeGreaterThan(0);
    expect(got?.headers["webhook-id"]).toBe(delivery?.id);
  });

  it("is discarded with a reason if nothing subscribes to it", async () => {
    await bench.subscribe(projectId, endpointId, { event_types: ["order.*"] });
    const { uid } = await engines.recorder.record(eventFor(projectId, endpointId));
    const event = await bench.database.db.selectFrom("events").selectAll().where("id", "=", uid).executeTakeFirst();
    expect(event).toMatchObject({ status: "Discarded", status_reason: expect.stringContaining("invoice.paid") });
    expect(await bench.deliveries(projectId)).toEqual([]);
  });

  it("is routed by filters over its body", async () => {
    await bench.subscribe(projectId, endpointId, { event_types: ["*"], filter: { body: { amount: { $gt: 100 } } } });
    const small = await engines.recorder.record(eventFor(projectId, endpointId));
    const large = await engines.recorder.record(
      eventFor(projectId, endpointId, { payload: Buffer.from('{"amount":1000}') }),
    );
    await until(() => receiver.got.length > 0);
    await settled("Success");
    const deliveries = await bench.deliveries(projectId);
    expect(deliveries.map((delivery) => delivery.event_id)).toEqual([large.uid]);
    expect(small.uid).not.toBe(large.uid);
  });

  it("with a used idempotency key is stored, flagged and not delivered", async () => {
    await bench.subscribe(projectId, endpointId);
    const event = eventFor(projectId, endpointId, { idempotencyKey: "order-1" });
    const both = await Promise.all([engines.recorder.record(event), engines.recorder.record(event)]);
    const later = await engines.recorder.record(event);
    expect(both.map((recorded) => recorded.isDuplicate).sort()).toEqual([false, true]);
    expect(later.isDuplicate).toBe(true);
    await until(() => receiver.got.length > 0);
    await settled("Success");
    expect(await bench.deliveries(projectId)).toHaveLength(1);
    const events = await bench.database.db
      .selectFrom("events")
      .selectAll()
      .where("project_id", "=", projectId)
      .execute();
    expect(events.filter((row) => row.is_duplicate_event && row.status === "Discarded")).toHaveLength(2);
  });

  it("is routed by the configuration of its moment, even one changed just before", async () => {
    for (let round = 0; round < 10; round++) {
      await bench.subscribe(projectId, endpointId);
      const { uid } = await engines.recorder.record(eventFor(projectId, endpointId));
      const routed = (await bench.deliveries(projectId)).filter((delivery) => delivery.event_id === uid);
      expect(routed).toHaveLength(round + 1);
    }
  });

  it("with a wide fan-out is accepted as Pending and then reaches all its subscriptions", async () => {
    for (let made = 0; made < 40; made++) await bench.subscribe(projectId, endpointId);
    const { uid } = await engines.recorder.record(eventFor(projectId, endpointId));
    await until(() => receiver.got.length === 40);
    await settled("Success");
    const event = await bench.database.db.selectFrom("events").selectAll().where("id", "=", uid).executeTakeFirst();
    expect(event).toMatchObject({ status: "Success", endpoints: [endpointId] });
    expect(new Set(receiver.got.map((got) => got.headers["webhook-id"])).size).toBe(40);
  });

  it("fails alone if the database refuses it, without those committed with it", async () => {
    await bench.subscribe(projectId, endpointId);
    const bad = eventFor(projectId, endpointId, { sourceId: "not-a-uuid" });
    const good = eventFor(projectId, endpointId);
    const results = await Promise.allSettled([good, bad, good].map((event) => engines.recorder.record(event)));
    expect(results.map((result) => result.status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  });
});

describe("a failing delivery", () => {
  it("is retried until it succeeds, and keeps each attempt", async () => {
    await bench.subscribe(projectId, endpointId);
    receiver.answer = () => ({ status: receiver.got.length < 3 ? 500 : 201, body: `attempt ${receiver.got.length}` });
    await engines.recorder.record(eventFor(projectId, endpointId));
    await until(async () => (await statuses())[0] === "Retry");
    const [waiting] = await bench.deliveries(projectId);
    expect(waiting?.description).toBe("The endpoint answered 500.");
    expect(waiting?.next_send_time).toBeInstanceOf(Date);
    await settled("Success");
    const attempts = await bench.database.db
      .selectFrom("delivery_attempts")
      .selectAll()
      .where("project_id", "=", projectId)
      .orderBy("number")
      .execute();
    expect(attempts.map((attempt) => [attempt.number, attempt.response_status])).toEqual([
      [1, 500],
      [2, 500],
      [3, 201],
    ]);
    expect(attempts[2]?.response_data?.toString()).toBe("attempt 3");
    expect(new Set(receiver.got.map((got) => got.headers["webhook-id"])).size).toBe(1);
  });

  it("ends as Failure when its attempts are used up, and a resend gives it a fresh budget", async () => {
    await bench.subscribe(projectId, endpointId);
    await bench.database.db.updateTable("subscriptions").set({ retry_config: null }).execute();
    const once = JSON.stringify({ retry: { retry_limit: 1 } });
    await bench.database.db.updateTable("projects").set({ settings: once }).where("id", "=", projectId).execute();
    receiver.answer = () => ({ status: 404 });
    await engines.recorder.record(eventFor(projectId, endpointId));
    await settled("Failure").then(() => until(() => receiver.got.length === 1));
    const [failed] = await bench.deliveries(projectId);
    expect(failed).toMatchObject({
      dead: "Failure",
      description: "The endpoint answered 404. Gave up after 1 attempt.",
    });

    receiver.answer = () => ({ status: 200 });
    const resends = [1, 2, 3].map(() =>
      resendDelivery(bench.context(projectId), failed?.id as string, { force: false }).catch((error) => error.code),
    );
    await Promise.all(resends);
    await settled("Success");
    expect(receiver.got).toHaveLength(2);
    const [done] = await bench.deliveries(projectId);
    expect(done).toMatchObject({ num_trials: 2, dead: null });
    await expect(resendDelivery(bench.context(projectId), done?.id as string, { force: false })).rejects.toMatchObject({
      code: "conflict",
    });
    await resendDelivery(bench.context(projectId), done?.id as string, { force: true });
    await until(() => receiver.got.length === 3);
  });

  it("with 410 Gone makes the endpoint inactive and discards its waiting deliveries", async () => {
    await bench.subscribe(projectId, endpointId);
    receiver.answer = () => ({ status: 410 });
    await engines.recorder.record(eventFor(projectId, endpointId));
    const gone = await until(async () => {
      const row = await bench.database.db
        .selectFrom("endpoints")
        .selectAll()
        .where("id", "=", endpointId)
        .executeTakeFirst();
      return row?.status === "inactive" && row;
    });
    expect(gone.status_reason).toContain("410");
    await engines.recorder.record(eventFor(projectId, endpointId));
    await until(async () => (await statuses()).sort().join() === "Discarded,Failure");
    expect(receiver.got).toHaveLength(1);
  });
});

describe("an endpoint", () => {
  it("holds its deliveries while paused, uses up no attempt, and drains when it is resumed", async () => {
    await bench.subscribe(projectId, endpointId);
    await pause("paused");
    for (let made = 0; made < 5; made++) await engines.recorder.record(eventFor(projectId, endpointId));
    const other = await bench.endpoint(projectId, receiver.url);
    await bench.subscribe(projectId, other);
    await engines.recorder.record(eventFor(projectId, other));
    await until(async () => (await statuses()).includes("Success"));
    expect((await statuses()).filter((status) => status === "Scheduled")).toHaveLength(5);
    await pause("active");
    await until(() => receiver.got.length === 6);
    await settled("Success");
    expect((await bench.deliveries(projectId)).every((delivery) => delivery.num_trials === 1)).toBe(true);
  });

  it("that hangs takes no place from another", async () => {
    await bench.subscribe(projectId, endpointId);
    const hanging = await new Receiver().open();
    hanging.answer = () => "hang";
    const slow = await bench.endpoint(projectId, hanging.url);
    await bench.subscribe(projectId, slow);
    const flood = Array.from({ length: 600 }, () => engines.recorder.record(eventFor(projectId, slow)));
    await Promise.all(flood);
    await engines.recorder.record(eventFor(projectId, endpointId));
    await until(() => receiver.got.length === 1);
    expect(hanging.got.length).toBeLessThanOrEqual(64);
    hanging.close();
  });

  it("with a rate limit gets no more than its tokens, and the rest waits without using attempts", async () => {
    const limited = await bench.endpoint(projectId, receiver.url, { rate_limit: 5, rate_limit_duration: 3600 });
    await bench.subscribe(projectId, limited);
    for (let made = 0; made < 8; made++) await engines.recorder.record(eventFor(projectId, limited));
    await until(() => receiver.got.length === 5);
    await until(async () => (await statuses()).filter((status) => status === "Success").length === 5);
    const waiting = (await bench.deliveries(projectId)).filter((delivery) => delivery.status === "Scheduled");
    expect(waiting.map((delivery) => delivery.num_trials)).toEqual([0, 0, 0]);
    expect(receiver.got).toHaveLength(5);
  });
});
