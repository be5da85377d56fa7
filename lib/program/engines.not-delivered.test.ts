import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createBroadcastEvent, createEvent, createFanoutEvent } from "@/lib/intake/create-event";
import type { IncomingEvent } from "@/lib/intake/recorder";
import { newId } from "@/lib/kernel/ids";
import { type EventStatus, NOT_DELIVERED_CODES, type NotDeliveredCode } from "@/lib/kernel/vocabulary";
import { getEvent } from "@/lib/nouns/events/queries";
import type { CreatedEvent } from "@/lib/nouns/events/schemas";
import { readLedger } from "@/lib/nouns/stats/ledger";
import type { Engines } from "@/lib/program/engines";
import { EngineBench, eventFor, Receiver, until } from "@/lib/program/engines.fixture";
import { testBox } from "@/lib/program/runtime.fixture";
import { RawJson } from "@/lib/wire/raw-json";

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
  endpointId = await bench.endpoint(projectId, receiver.url, { name: "orders" });
});

const content = { event_type: "order.paid", data: RawJson.of({ total: 3 }) };
const ctx = () => bench.context(projectId);
const single = (more: object = {}) => createEvent(ctx(), engines, { endpoint_id: endpointId, ...content, ...more });
const broadcast = () => createBroadcastEvent(ctx(), engines, content);
const db = () => bench.database.db;
const mend = (id: string, change: object) =>
  db().updateTable("subscriptions").set(change).where("id", "=", id).execute();
const turn = (status: "inactive" | "paused") =>
  db().updateTable("endpoints").set({ status }).where("id", "=", endpointId).execute();

/** Creates the endpoint's only subscription, so that it decides. */
async function subscribe(change: object = { function: null }, filter: object = { event_types: ["*"] }): Promise<void> {
  await mend(await bench.subscribe(projectId, endpointId, filter), change);
}

async function record(more: Partial<IncomingEvent>): Promise<CreatedEvent> {
  const { uid, isDuplicate, ...rest } = await engines.recorder.record(eventFor(projectId, endpointId, more));
  return { uid, is_duplicate_event: isDuplicate, ...rest };
}

async function disabledDevice(): Promise<void> {
  const id = newId();
  const key = { project_id: projectId, id };
  await db()
    .insertInto("devices")
    .values({
      ...key,
      host_name: "laptop",
      secret: testBox.seal("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"),
      is_disabled: true,
    })
    .execute();
  const all = JSON.stringify({ event_types: ["*"] });
  await db()
    .insertInto("subscriptions")
    .values({ project_id: projectId, id: newId(), name: "cli", type: "cli", device_id: id, filter_config: all })
    .execute();
}

type Cause = {
  code: NotDeliveredCode;
  when: string;
  status: EventStatus;
  says: RegExp;
  send(): Promise<CreatedEvent>;
  /** The number of deliveries recorded as Discarded. */
  recorded?: number;
};

const CAUSES: Cause[] = [
  {
    code: "no_endpoint_with_owner",
    when: "nobody has the owner_id",
    status: "Discarded",
    says: /No endpoint has the owner_id nobody/,
    send: () => createFanoutEvent(ctx(), engines, { owner_id: "nobody", ...content }),
  },
  {
    code: "no_subscription",
    when: "the owner's endpoints have no subscription",
    status: "Discarded",
    says: /owner_id acme has a subscription/,
    async send() {
      await db().updateTable("endpoints").set({ owner_id: "acme" }).where("id", "=", endpointId).execute();
      return createFanoutEvent(ctx(), engines, { owner_id: "acme", ...content });
    },
  },
  {
    code: "no_endpoint",
    when: "a broadcast finds no endpoint at all",
    status: "Discarded",
    says: /no endpoint to broadcast to/,
    async send() {
      await db().updateTable("endpoints").set({ deleted_at: new Date() }).where("id", "=", endpointId).execute();
      return broadcast();
    },
  },
  {
    code: "no_subscription",
    when: "a broadcast finds no subscription",
    status: "Discarded",
    says: /No endpoint has a subscription/,
    send: broadcast,
  },
  {
    code: "event_type_not_taken",
    when: "the endpoint's subscription takes other types",
    status: "Discarded",
    says: /order\.paid; taken are invoice\.\*/,
    async send() {
      await subscribe({ function: null }, { event_types: ["invoice.*"] });
      return single();
    },
  },
  {
    code: "filter_refused",
    when: "the filter refuses it",
    status: "Discarded",
    says: /filter of each subscription that takes order\.paid/,
    async send() {
      await subscribe({ function: null }, { event_types: ["order.*"], filter: { body: { total: { $gt: 100 } } } });
      return single();
    },
  },
  {
    code: "endpoint_inactive",
    when: "the endpoint is inactive",
    status: "Success",
    says: /endpoint orders is inactive: the delivery is recorded as Discarded/,
    recorded: 1,
    async send() {
      await turn("inactive");
      return single();
    },
  },
  {
    code: "device_disabled",
    when: "only a disabled device hears it",
    status: "Success",
    says: /device laptop is disabled/,
    recorded: 1,
    async send() {
      await disabledDevice();
      return broadcast();
    },
  },
  {
    code: "endpoint_deleted",
    when: "the endpoint is deleted at the very moment",
    status: "Discarded",
    says: /endpoint was deleted/,
    send: () => record({ target: { endpoint_id: newId() } }),
  },
  {
    code: "function_dropped",
    when: "the subscription's function returns null",
    status: "Discarded",
    says: /returned null/,
    async send() {
      await subscribe({ function: "function transform() { return null; }" });
      return single();
    },
  },
  {
    code: "function_failed",
    when: "the subscription's function throws",
    status: "Failure",
    says: /no total/,
    async send() {
      await subscribe({ function: "function transform() { throw new Error('no total'); }" });
      return single();
    },
  },
  {
    code: "not_an_event",
    when: "what a consumed source brought can be no event",
    status: "Failure",
    says: /^The message is empty\.$/,
    send: () => record({ target: null, refusal: "The message is empty." }),
  },
  {
    code: "duplicate",
    when: "its idempotency key was seen",
    status: "Discarded",
    says: /accepted before/,
    async send() {
      await turn("paused");
      await single({ idempotency_key: "k" });
      return single({ idempotency_key: "k" });
    },
  },
];

const routed = (uid: string) =>
  until(async () => {
    const event = await getEvent(ctx(), uid);
    return event.status !== "Pending" && event.status !== "Processing" && event;
  });

describe("an undelivered event says why, in its answer and permanently", () => {
  it.each(CAUSES)("$code: $when", async ({ code, status, says, send, recorded = 0 }) => {
    const answer = await send();
    const event = await routed(answer.uid);
    expect(event).toMatchObject({ status, status_code: code, status_reason: expect.stringMatching(says) });
    expect(event.is_duplicate_event).toBe(code === "duplicate");
    // On a busy machine a function may not finish before the commit: then the answer says that routing is pending.
    const isPending = answer.deliveries === null && code.startsWith("function_");
    const told = { code, message: event.status_reason };
    expect(answer).toMatchObject(isPending ? { reason: null } : { deliveries: 0, reason: told });
    const deliveries = (await bench.deliveries(projectId)).filter((row) => row.event_id === answer.uid);
    expect(deliveries.map((row) => row.status)).toEqual(Array(recorded).fill("Discarded"));
    const { events } = await readLedger(ctx(), { endpointId: [] });
    const { accepted, duplicates, discarded, failed, pending, routed: sent } = events;
    expect(duplicates + discarded + failed + pending + sent).toBe(accepted);
  });

  it("project_deleted: its project was deleted while it waited to be routed", async () => {
    bench.tamperWith(projectId);
    await bench.withoutRemovals(async () => {
      const id = newId();
      const now = new Date();
      await db().updateTable("projects").set({ deleted_at: now }).where("id", "=", projectId).execute();
      const row = { project_id: projectId, id, event_type: "order.paid", status: "Pending" as const, headers: "{}" };
      await db()
        .insertInto("events")
        .values({ ...row, payload: Buffer.from("1"), created_at: now, updated_at: now })
        .execute();
      await db().insertInto("routing_queue").values({ project_id: projectId, event_id: id, due_at: now }).execute();
      expect(await routed(id)).toMatchObject({ status: "Discarded", status_code: "project_deleted" });
    });
  });

  it("has a test for every code", () => {
    const elsewhere: NotDeliveredCode[] = ["project_deleted", "already_delivered"];
    const tested = new Set([...CAUSES.map(({ code }) => code), ...elsewhere]);
    expect([...tested].sort()).toEqual([...NOT_DELIVERED_CODES].sort());
  });
});

describe("an event that names its endpoint", () => {
  it("is delivered there without a subscription, by the project's retry settings", async () => {
    receiver.answer = () => ({ status: receiver.got.length === 1 ? 500 : 200 });
    expect(await single()).toMatchObject({ deliveries: 1, reason: null });
    await until(() => receiver.got.length === 1);
    const [delivery] = await bench.deliveries(projectId);
    expect(delivery).toMatchObject({ subscription_id: null, retry_limit: 10, strategy: "exponential" });
  });

  it("is delivered by its subscription if there is one, once", async () => {
    await subscribe();
    expect(await single()).toMatchObject({ deliveries: 1, reason: null });
    const rows = await until(async () => {
      const made = await bench.deliveries(projectId);
      return made.every((row) => row.status === "Success") && made;
    });
    expect(rows.map((row) => row.retry_limit)).toEqual([5]);
    expect(receiver.got).toHaveLength(1);
  });

  it("is not delayed by a subscription of another source only", async () => {
    const source_id = newId();
    const row = { project_id: projectId, id: source_id, mask_id: source_id, name: "queue", type: "pub_sub" as const };
    await db().insertInto("sources").values(row).execute();
    await subscribe({ source_id }, { event_types: ["nothing"] });
    expect(await single()).toMatchObject({ deliveries: 1, reason: null });
    await until(() => receiver.got.length === 1);
  });

  it("waits for a paused endpoint, which counts as a delivery", async () => {
    await turn("paused");
    expect(await single()).toMatchObject({ deliveries: 1, reason: null });
  });
});

it("for an active and an inactive endpoint counts the one that is sent", async () => {
  await subscribe();
  const other = await bench.endpoint(projectId, receiver.url, { status: "inactive" });
  await bench.subscribe(projectId, other);
  const { uid, ...answer } = await broadcast();
  expect(answer).toEqual({ is_duplicate_event: false, deliveries: 1, reason: null });
  expect(await getEvent(ctx(), uid)).toMatchObject({ status: "Success", status_code: null });
  expect(await bench.deliveries(projectId)).toHaveLength(2);
});

it("says so if an event is still to be routed", async () => {
  for (let made = 0; made < 40; made++) await bench.subscribe(projectId, endpointId);
  expect(await broadcast()).toMatchObject({ deliveries: null, reason: null });
});
