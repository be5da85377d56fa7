import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { writeUtc } from "@/lib/kernel/write-utc";
import { listAttempts } from "@/lib/nouns/deliveries/attempts";
import { cancelDelivery } from "@/lib/nouns/deliveries/cancel";
import { getEventDelivery } from "@/lib/nouns/deliveries/queries";
import { resendDelivery } from "@/lib/nouns/deliveries/resend";
import { pauseEndpoint } from "@/lib/nouns/endpoints/transitions";
import { replayEvent } from "@/lib/nouns/events/replay";
import { readBacklog } from "@/lib/nouns/stats/backlog";
import type { Engines } from "@/lib/program/engines";
import { DeviceBench } from "@/lib/program/engines.devices.fixture";
import { type Delivered, EngineBench, eventFor, Receiver, until } from "@/lib/program/engines.fixture";

const HOUR_MS = 3_600_000;

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
  await bench.subscribe(projectId, endpointId);
});

const inMs = (ms: number) => new Date(Date.now() + ms);
const send = async (more: Parameters<typeof eventFor>[2] = {}) =>
  (await engines.recorder.record(eventFor(projectId, endpointId, more))).uid;
const ctx = () => bench.context(projectId);
const all = () => bench.deliveries(projectId);
const only = async () => (await all())[0] as Awaited<ReturnType<typeof all>>[number];
const shown = async () => getEventDelivery(ctx(), (await only()).id);
const statuses = async () => (await all()).map(({ status }) => status);
const becomes = (status: string) => until(async () => (await only()).status === status);
/** The workers have delivered all that was due: what is sent afterwards arrived. */
const nothingElseIsDue = async () => {
  const other = await bench.project("outgoing");
  const endpoint = await bench.endpoint(other, receiver.url);
  await bench.subscribe(other, endpoint);
  await engines.recorder.record(eventFor(other, endpoint));
  await until(async () => (await bench.deliveries(other))[0]?.status === "Success");
};

describe("an event for later", () => {
  it("is routed at once and delivered at its time, from when its latency counts", async () => {
    const deliverAt = inMs(1_500);
    await send({ deliverAt });
    expect(await shown()).toMatchObject({
      status: "Scheduled",
      description: `Waiting until ${writeUtc(deliverAt)}, as its event asks.`,
      metadata: { num_trials: 0, next_send_time: deliverAt.toISOString() },
      event_metadata: { status: "Success", deliver_at: deliverAt.toISOString() },
    });
    await becomes("Success");
    expect(receiver.got).toHaveLength(1);
    expect(receiver.got[0]?.at).toBeGreaterThanOrEqual(deliverAt.getTime());
    const [attempt] = await listAttempts(ctx(), (await only()).id);
    const { started_at, duration_ms } = attempt as NonNullable<typeof attempt>;
    const endedMs = Date.parse(started_at ?? "") + duration_ms;
    expect((await only()).latency_seconds).toBeCloseTo((endedMs - deliverAt.getTime()) / 1_000, 2);
  });

  it("waits also while every copy is stopped", async () => {
    await send({ deliverAt: inMs(1_000) });
    await bench.stop();
    expect(receiver.got).toEqual([]);
    engines = await bench.start();
    await becomes("Success");
    expect(receiver.got).toHaveLength(1);
  });

  it("does not hold up others to its endpoint, and is not what waits longest", async () => {
    await send({ deliverAt: inMs(HOUR_MS) });
    await send();
    await until(async () => (await statuses()).includes("Success"));
    expect(await statuses()).toEqual(["Scheduled", "Success"]);
    const told = { waiting: 1, held: 0, delayed: 1, oldest_waiting_at: null, empty_in_seconds: null };
    expect(await readBacklog(ctx(), { endpointId: [] })).toMatchObject(told);
    expect(await readBacklog(ctx(), { endpointId: [endpointId] })).toMatchObject(told);
  });

  it("is sent at once if its time has passed", async () => {
    await send({ deliverAt: inMs(-1_000) });
    await becomes("Success");
    expect(await only()).toMatchObject({ deliver_at: null });
  });

  it("is sent before its time by a resend, from when its latency counts then", async () => {
    const deliverAt = inMs(HOUR_MS);
    await send({ deliverAt });
    await resendDelivery(ctx(), (await only()).id, { force: false });
    await becomes("Success");
    const { deliver_at, latency_seconds } = await only();
    expect(deliver_at?.getTime()).toBeLessThan(deliverAt.getTime());
    expect(latency_seconds).toBeLessThan(60);
    expect(receiver.got).toHaveLength(1);
  });

  it("can be cancelled while it waits", async () => {
    await send({ deliverAt: inMs(HOUR_MS) });
    await cancelDelivery(ctx(), (await only()).id);
    expect(await only()).toMatchObject({ status: "Discarded", next_send_time: null });
    await nothingElseIsDue();
    expect(receiver.got).toHaveLength(1);
    await resendDelivery(ctx(), (await only()).id, { force: false });
    await becomes("Success");
  });

  it("tells that its endpoint is paused, and not before when it is sent", async () => {
    const deliverAt = inMs(HOUR_MS);
    await send({ deliverAt });
    await pauseEndpoint(ctx(), endpointId);
    const description = `Held: the endpoint is paused. No attempt is used up. Not before ${writeUtc(deliverAt)}, as its event asks.`;
    expect(await shown()).toMatchObject({ description, metadata: { next_send_time: null } });
  });

  it("is replayed at once, and waits no second time", async () => {
    const uid = await send({ deliverAt: inMs(HOUR_MS) });
    await replayEvent(ctx(), uid, { force: true });
    await until(async () => (await statuses()).includes("Success"));
    expect(await statuses()).toEqual(["Scheduled", "Success"]);
  });

  it("waits also if the router routes it", async () => {
    for (let number = 0; number < 32; number++) await bench.subscribe(projectId, endpointId);
    const deliverAt = inMs(HOUR_MS);
    await send({ deliverAt, labels: { externalId: "order-1042", metadata: { customer: "ada" }, tags: ["vip"] } });
    await until(async () => (await all()).length === 33);
    const told = { external_id: "order-1042", tags: ["vip"] };
    for (const delivery of await all()) {
      expect(delivery).toMatchObject({
        status: "Scheduled",
        next_send_time: deliverAt,
        deliver_at: deliverAt,
        ...told,
      });
    }
    await nothingElseIsDue();
    expect(receiver.got).toHaveLength(1);
  });
});

const iso = (at: Date | null) => at?.toISOString();

describe("an event for later in a sequence", () => {
  const numbers = () => receiver.got.flatMap(({ body }) => JSON.parse(body.toString()).number ?? []);
  const sendTo = (customer: string, number: number, more: object = {}) =>
    send({ payload: Buffer.from(JSON.stringify({ customer, number })), ...more });
  const at = async (place: number) => (await all())[place] as Awaited<ReturnType<typeof all>>[number];
  beforeEach(async () => {
    const endpoints = bench.database.db.updateTable("endpoints").set({ ordering_key: "customer" });
    await endpoints.where("id", "=", endpointId).execute();
  });

  it("keeps its place: those behind it wait until it is sent, and say so", async () => {
    await sendTo("ann", 1);
    await sendTo("ann", 2, { deliverAt: inMs(HOUR_MS) });
    await sendTo("ann", 3);
    await until(async () => (await at(0)).status === "Success");
    await nothingElseIsDue();
    expect(numbers()).toEqual([1]);
    const [second, third] = [await at(1), await at(2)];
    expect(await getEventDelivery(ctx(), third.id)).toMatchObject({
      description: `Waiting for delivery ${second.id} with ordering key ann. No attempt is used up.`,
      metadata: { next_send_time: iso(second.next_send_time) },
    });
    await resendDelivery(ctx(), second.id, { force: false });
    await until(async () => (await statuses()).every((status) => status === "Success"));
    expect(numbers()).toEqual([1, 2, 3]);
  });

  it("is not sent before its time when its turn comes", async () => {
    const deliverAt = inMs(1_200);
    await sendTo("ann", 1);
    await sendTo("ann", 2, { deliverAt });
    await until(async () => (await statuses()).every((status) => status === "Success"));
    expect(numbers()).toEqual([1, 2]);
    expect((receiver.got[1] as Delivered).at).toBeGreaterThanOrEqual(deliverAt.getTime());
  });
});

it("a device pulls an event for later at its time", async () => {
  const devices = await DeviceBench.open();
  const at = await devices.listening("incoming");
  const deliverAt = inMs(1_200);
  await devices.receive(at, { deliverAt });
  expect(await devices.pull(at)).toEqual([]);
  expect(await devices.only(at)).toMatchObject({ status: "Scheduled", next_send_time: deliverAt });
  const [pulled] = await devices.pull(at, { waitMs: 30_000 });
  expect(Date.now()).toBeGreaterThanOrEqual(deliverAt.getTime());
  await devices.report(at, pulled as NonNullable<typeof pulled>);
  expect(await devices.only(at)).toMatchObject({ status: "Success" });
  await devices.close();
});
