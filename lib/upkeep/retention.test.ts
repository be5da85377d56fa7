import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { minIdAt } from "@/lib/kernel/ids";
import { resendDelivery } from "@/lib/nouns/deliveries/resend";
import { replayEvent } from "@/lib/nouns/events/replay";
import { EngineBench, Receiver, until } from "@/lib/program/engines.fixture";
import { countRows, fillDay, keepDaysAfter, makeDay } from "@/lib/upkeep/days.fixture";
import { rollUpCounters } from "@/lib/upkeep/roll-up";

let bench: EngineBench;
beforeAll(async () => {
  bench = await EngineBench.open();
});
afterAll(() => bench.close());
beforeEach(async () => {
  await bench.database.db.pool.query(
    "truncate events, event_deliveries, delivery_attempts, meta_events, delivery_queue, endpoint_stats, project_stats, endpoint_stat_deltas",
  );
  await makeDay(bench.database);
});

const query = (text: string, values: unknown[] = []) => bench.database.db.pool.query(text, values);
const hasDay = async () => (await query("select to_regclass('events_2026_01_15') is not null as found")).rows[0].found;
const diskBytes = async () =>
  Number(
    (
      await query(
        "select sum(pg_total_relation_size(i.inhrelid)) as bytes from pg_inherits i where i.inhparent in ('events'::regclass, 'event_deliveries'::regclass)",
      )
    ).rows[0].bytes,
  );
const firstIds = async (projectId: string, count: number) =>
  (
    await query("select id from event_deliveries where project_id = $1 order by id limit $2", [projectId, count])
  ).rows.map((row) => row.id as string);
/** Puts deliveries in the state of a paused endpoint's. */
const makeWait = (projectId: string, endpointId: string, ids: string[]) =>
  query(
    `with waiting as (
       update event_deliveries set status = 'Scheduled' where project_id = $1 and id = any($3::uuid[]) returning id, event_id
     ), counted as (
       insert into endpoint_stat_deltas (project_id, destination_id, minute, succeeded)
       select $1, $2, date_trunc('hour', now()), -count(*) from waiting
     )
     insert into delivery_queue (project_id, delivery_id, kind, lane_id, destination_id, event_id, due_at)
     select $1, id, 'delivery', $2, $2, event_id, now() from waiting`,
    [projectId, endpointId, ids],
  );

describe("a day past the retention of every project", () => {
  it("is dropped, and its disk space is free", async () => {
    const project = await bench.project("outgoing", { retention: 30 });
    const before = await diskBytes();
    await fillDay(bench.database, project, null, { count: 3_000, bytes: 2_000 });
    // Days ahead are made meanwhile, each with its empty indexes.
    expect(await diskBytes()).toBeGreaterThan(before + 2_000_000);
    await keepDaysAfter(bench.database, 29);
    expect(await countRows(bench.database, project)).toEqual([3_000, 3_000, 3_000, 3_000]);
    await keepDaysAfter(bench.database, 30);
    expect(await countRows(bench.database, project)).toEqual([0, 0, 0, 0]);
    expect(await hasDay()).toBe(false);
    expect(await diskBytes()).toBeLessThan(before + 2_000_000);
  });

  it("is dropped although a later one cannot be removed, which is told and tried again", async () => {
    const project = await bench.project("outgoing", { retention: 30 });
    const [from, until] = ["2026-01-16", "2026-01-17"].map((day) => minIdAt(new Date(day)));
    for (const table of ["events", "event_deliveries", "delivery_attempts", "meta_events"]) {
      await query(`create table ${table}_2026_01_16 partition of ${table} for values from ('${from}') to ('${until}')`);
    }
    await fillDay(bench.database, project, null, { count: 3 });
    await fillDay(bench.database, project, null, { count: 3, startMs: Date.parse("2026-01-16") });
    await query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'it is kept'; end $$`);
    await query("create trigger refuse before truncate on events_2026_01_16 execute function refuse()");
    await expect(keepDaysAfter(bench.database, 32)).rejects.toThrow("it is kept");
    expect(await hasDay()).toBe(false);
    expect(await countRows(bench.database, project)).toEqual([3, 3, 3, 3]);
    await query("drop function refuse() cascade");
    await keepDaysAfter(bench.database, 32);
    expect(await countRows(bench.database, project)).toEqual([0, 0, 0, 0]);
  });

  it("keeps waiting deliveries, with their events and attempts, until they are delivered", async () => {
    const receiver = await new Receiver().open();
    const project = await bench.project("outgoing", { retention: 30 });
    const endpoint = await bench.endpoint(project, receiver.url);
    await query("update endpoints set status = 'paused' where id = $1", [endpoint]);
    await fillDay(bench.database, project, endpoint, { count: 2_000 });
    const waiting = await firstIds(project, 3);
    await makeWait(project, endpoint, waiting);
    await keepDaysAfter(bench.database, 30);
    expect(await countRows(bench.database, project)).toEqual([3, 3, 3, 0]);
    expect(await firstIds(project, 9)).toEqual(waiting);

    const engines = await bench.start();
    await query("update endpoints set status = 'active' where id = $1", [endpoint]);
    await until(() => receiver.got.length === 3);
    await until(async () => (await query("select from delivery_queue")).rowCount === 0);
    await engines.stop();
    receiver.close();
    await keepDaysAfter(bench.database, 30);
    expect(await countRows(bench.database, project)).toEqual([0, 0, 0, 0]);
    expect(await hasDay()).toBe(false);
  });

  it("is left alone during a long read, and nobody waits behind that", async () => {
    const project = await bench.project("outgoing", { retention: 30 });
    await fillDay(bench.database, project, null, { count: 10 });
    const reader = await bench.database.db.pool.connect();
    await reader.query("begin");
    await reader.query("select count(*) from events");
    const keeping = keepDaysAfter(bench.database, 30);
    const today = Date.now();
    for (let i = 0; i < 20; i++) await fillDay(bench.database, project, null, { count: 1, first: i, startMs: today });
    await keeping;
    expect(await hasDay()).toBe(true);
    await reader.query("commit");
    reader.release();
    await keepDaysAfter(bench.database, 30);
    expect(await hasDay()).toBe(false);
    expect(await countRows(bench.database, project)).toEqual([20, 20, 20, 20]);
  });

  it("can begin nothing new", async () => {
    const project = await bench.project("outgoing", { retention: 1 });
    const endpoint = await bench.endpoint(project, "http://127.0.0.1:9/");
    await fillDay(bench.database, project, endpoint, { count: 1 });
    const [id = ""] = await firstIds(project, 1);
    const ctx = { ...bench.context(project), request: undefined };
    await expect(resendDelivery(ctx, id, { force: true })).rejects.toThrow(/past the project's retention/);
    await expect(replayEvent(ctx, id)).rejects.toThrow(/past the project's retention/);
  });
});

describe("a project that keeps days for a shorter time than another", () => {
  it.each([
    ["a little", 50],
    ["much", 11_000],
  ])("loses only its own rows, while the other keeps %s", async (_, kept) => {
    const short = await bench.project("outgoing", { retention: 7 });
    const long = await bench.project("outgoing", { retention: 0 });
    const endpoint = await bench.endpoint(short, "http://127.0.0.1:9/");
    await fillDay(bench.database, short, endpoint, { count: 5_000 });
    await fillDay(bench.database, long, null, { count: kept });
    const waiting = await firstIds(short, 2);
    await makeWait(short, endpoint, waiting);
    await keepDaysAfter(bench.database, 8);
    expect(await countRows(bench.database, short)).toEqual([2, 2, 2, 0]);
    expect(await firstIds(short, 9)).toEqual(waiting);
    expect(await countRows(bench.database, long)).toEqual([kept, kept, kept, kept]);
  });

  it("waits an hour after its retention was changed", async () => {
    const project = await bench.project("outgoing", { retention: 7 });
    await fillDay(bench.database, project, null, { count: 5 });
    await query("update projects set retention_changed_at = '2026-01-24T01:30Z' where id = $1", [project]);
    await keepDaysAfter(bench.database, 8);
    expect(await countRows(bench.database, project)).toEqual([5, 5, 5, 5]);
  });
});

describe("rows outside of every day's partition", () => {
  it("are removed with their day all the same", async () => {
    const project = await bench.project("outgoing", { retention: 30 });
    await fillDay(bench.database, project, null, { count: 20, startMs: Date.parse("2026-01-10") });
    expect((await query("select from events_default")).rowCount).toBe(20);
    await keepDaysAfter(bench.database, 30);
    expect(await countRows(bench.database, project)).toEqual([0, 0, 0, 0]);
  });

  it("move into the partition of their day when it is created", async () => {
    const project = await bench.project("outgoing", { retention: 0 });
    await fillDay(bench.database, project, null, { count: 20, startMs: Date.parse("2026-02-15") });
    await keepDaysAfter(bench.database, 29);
    expect((await query("select from events_2026_02_15")).rowCount).toBe(20);
    expect((await query("select from delivery_attempts_2026_02_15")).rowCount).toBe(20);
    expect((await query("select from events_default")).rowCount).toBe(0);
  });
});

it("rolls counters up by the day and the month, and changes no sum", async () => {
  const project = await bench.project("outgoing");
  await query(
    `insert into event_stats (project_id, hour, accepted)
     select $1, date_trunc('hour', now()) - i * interval '1 hour', 1 from generate_series(0, 24 * 500) i`,
    [project],
  );
  const client = await bench.database.db.pool.connect();
  await rollUpCounters(client);
  await rollUpCounters(client);
  client.release();
  const { rows } = await query(
    "select count(*) as rows, sum(accepted) as accepted from event_stats where project_id = $1",
    [project],
  );
  expect(Number(rows[0].accepted)).toBe(24 * 500 + 1);
  // Hours for at most 92 days, days until 400 days are over (their month is complete), and the months before.
  expect(Number(rows[0].rows)).toBeLessThanOrEqual(24 * 92 + 31 + 310 + 5);
});
