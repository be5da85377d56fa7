import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { createBroadcastEvent, createEvent } from "@/lib/intake/create-event";
import type { Engines } from "@/lib/program/engines";
import { EngineBench, Receiver, until } from "@/lib/program/engines.fixture";
import { RawJson } from "@/lib/wire/raw-json";

const WIDE = 2_600;

let bench: EngineBench;
let engines: Engines;
let receiver: Receiver;
let projectId: string;

beforeAll(async () => {
  bench = await EngineBench.open();
});
afterAll(() => bench.close());
afterEach(() => receiver.close());
beforeEach(async () => {
  engines = await bench.start();
  receiver = await new Receiver().open();
  projectId = await bench.project("outgoing");
});

const content = { event_type: "order.paid", data: RawJson.of({ total: 3 }) };
const query = async (text: string, values: unknown[]) => (await bench.database.db.pool.query(text, values)).rows;
const ctx = () => bench.context(projectId);
const broadcast = async () => (await createBroadcastEvent(ctx(), engines, content)).uid;

/**
 * Copies one endpoint with its subscription; deliveries of paused ones only wait, so that thousands need no receiver.
 */
async function subscribeMany(count: number, { status }: { status: "paused" | "active" }): Promise<void> {
  const first = await bench.endpoint(projectId, receiver.url);
  const subscription = await bench.subscribe(projectId, first, { event_types: ["*"] });
  await query("update endpoints set status = $2 where id = $1", [first, status]);
  const copy = async (table: string, changes: Record<string, string>, from: string) => {
    const columns = (
      await query(
        "select column_name as name from information_schema.columns where table_name = $1 and is_generated = 'NEVER'",
        [table],
      )
    ).map(({ name }) => name as string);
    await query(
      `insert into ${table} (${columns.join(", ")})
       select ${columns.map((name) => changes[name] ?? name).join(", ")} from ${table}, generate_series(2, $2::int) n where id = $1`,
      [from, count],
    );
  };
  const idOf = (id: string) => `md5('${id}' || n)::uuid`;
  await copy("endpoints", { id: idOf(first), name: "'endpoint ' || n" }, first);
  await copy(
    "subscriptions",
    { id: idOf(subscription), name: "'subscription ' || n", endpoint_id: idOf(first) },
    subscription,
  );
}

/** Changes the row of an event in the inbox, `new`, as its first page is written, until the test ends. */
async function onFirstPage(change: string): Promise<void> {
  await trigger(
    "first_page",
    "for each row when (new.progress is not null and old.progress is null)",
    `${change} return new;`,
  );
}

async function trigger(name: string, when: string, body: string): Promise<void> {
  await query(`create or replace function ${name}() returns trigger language plpgsql as $$ begin ${body} end $$`, []);
  await query(`create trigger ${name} before update on routing_queue ${when} execute function ${name}()`, []);
  onTestFinished(async () => {
    await query(`drop trigger ${name} on routing_queue`, []);
  });
}

async function state(eventId: string) {
  const [row] = await query(
    `select e.status, cardinality(e.endpoints) as endpoints,
       (select count(*)::int from event_deliveries d where d.event_id = e.id) as deliveries,
       (select count(distinct endpoint_id)::int from event_deliveries d where d.event_id = e.id) as destinations
     from events e where id = $1`,
    [eventId],
  );
  return row;
}

const WHOLE = { status: "Success", endpoints: WIDE, deliveries: WIDE, destinations: WIDE };

describe("an event for thousands of endpoints", () => {
  it("is written in pages, each endpoint once", async () => {
    await subscribeMany(WIDE, { status: "paused" });
    const uid = await broadcast();
    await until(async () => (await state(uid)).status === "Success");
    expect(await state(uid)).toEqual(WHOLE);
    const pages = await query("select distinct acknowledged_at from event_deliveries where event_id = $1", [uid]);
    expect(pages.length).toBeGreaterThanOrEqual(3);
  });

  it("continues from its last page if another worker takes it over", async () => {
    await subscribeMany(WIDE, { status: "paused" });
    // Takes the event away between its pages: another worker has its lease when the second page is written.
    await onFirstPage("new.lease := gen_random_uuid(); new.due_at := now();");
    const uid = await broadcast();
    await until(async () => (await state(uid)).status === "Success");
    expect(await state(uid)).toEqual(WHOLE);
  });

  it("is written once if its lease lapses unawares and the same worker takes it again", async () => {
    await subscribeMany(WIDE, { status: "paused" });
    await onFirstPage("new.due_at := now();");
    // Its pages take long enough for that.
    await trigger("dawdle", "for each statement", "perform pg_sleep(0.1); return null;");
    const uids = [await broadcast()];
    await until(async () => (await state(uids[0] as string)).deliveries > 0);
    // The worker looks for events at once where one arrives.
    uids.push(await broadcast());
    await until(async () => (await Promise.all(uids.map(state))).every(({ status }) => status === "Success"));
    for (const uid of uids) expect(await state(uid)).toEqual(WHOLE);
  });

  it("is left consistent if its copy stops, and finished by the next", async () => {
    await subscribeMany(WIDE, { status: "paused" });
    const uids = await Promise.all([broadcast(), broadcast(), broadcast()]);
    await bench.stop();
    const left = await Promise.all(uids.map(state));
    for (const { deliveries, destinations } of left) expect(destinations).toBe(deliveries);
    engines = await bench.start();
    await until(async () => (await Promise.all(uids.map(state))).every(({ status }) => status === "Success"));
    for (const uid of uids) expect(await state(uid)).toEqual(WHOLE);
  });

  it("reaches every receiver once, and so do events that arrive meanwhile", async () => {
    await subscribeMany(1_100, { status: "active" });
    const uids = await Promise.all([broadcast(), broadcast()]);
    await until(() => receiver.got.length >= 2_200);
    // On a stalled machine an answer may come too late, and the request is repeated.
    const answers = () =>
      query(
        `select count(*)::int as n from delivery_attempts where project_id = $1 and response_status = 200 group by delivery_id`,
        [projectId],
      );
    await until(async () => (await answers()).length === 2_200);
    expect((await answers()).every(({ n }) => n === 1)).toBe(true);
    expect(await Promise.all(uids.map(async (uid) => (await state(uid)).deliveries))).toEqual([1_100, 1_100]);
  });
});

describe("an event that the database refuses", () => {
  it("is deferred, says why, and delays no other", async () => {
    await subscribeMany(40, { status: "paused" });
    await query("alter table event_deliveries add constraint refused check (event_type <> 'refused')", []);
    try {
      const send = async (event_type: string) =>
        (await createBroadcastEvent(ctx(), engines, { ...content, event_type })).uid;
      const uids = await Promise.all(["a", "refused", "b", "c"].map(send));
      const others = [uids[0], uids[2], uids[3]] as string[];
      await until(async () => (await Promise.all(others.map(state))).every(({ status }) => status === "Success"));
      const refused = uids[1] as string;
      await until(async () => {
        const [row] = await query("select deferrals from routing_queue where event_id = $1 and lease is null", [
          refused,
        ]);
        return row?.deferrals >= 1;
      });
      expect(await state(refused)).toMatchObject({ status: "Pending", deliveries: 0 });
    } finally {
      await query("alter table event_deliveries drop constraint refused", []);
    }
  });
});

describe("an event for one endpoint of a project with thousands of others", () => {
  it("is delivered as usual", async () => {
    await subscribeMany(1_200, { status: "active" });
    const [endpoint] = await query("select id from endpoints where project_id = $1 limit 1", [projectId]);
    const { deliveries } = await createEvent(ctx(), engines, { endpoint_id: endpoint?.id, ...content });
    expect(deliveries).toBe(1);
    await until(() => receiver.got.length === 1);
  });
});
