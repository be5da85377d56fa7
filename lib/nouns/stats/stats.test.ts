import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { inTransaction } from "@/lib/db/transaction";
import type { DeliveryStatus } from "@/lib/kernel/vocabulary";
import { toDeliveryFixture } from "@/lib/nouns/deliveries/deliveries.fixture";
import { foldCounters, forgetMinutes } from "@/lib/queue/fold-counters";

let bench: ApiBench;
let project: ApiProject;
let endpoint: string;
let other: string;
const NOON = "2026-11-20T12:00:00.000Z";

beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("outgoing");
  [endpoint, other] = [await project.endpoint(), await project.endpoint()];
  const delta = (destination_id: string, minute: string, counts: object) => ({
    project_id: project.id,
    destination_id,
    minute: new Date(minute),
    ...counts,
  });
  const insert = (...deltas: ReturnType<typeof delta>[]) =>
    bench.services.db.insertInto("endpoint_stat_deltas").values(deltas).execute();
  await insert(
    delta(endpoint, NOON, { deliveries: 10, succeeded: 6, failed: 1, discarded: 1 }),
    delta(endpoint, NOON, { attempts: 6, answer: 0, duration: 6 }),
    delta(endpoint, NOON, { attempts: 3, attempts_failed: 3, answer: 3, duration: 12 }),
    delta(endpoint, "2026-11-20T14:00:00Z", { deliveries: 5, succeeded: 5 }),
    delta(endpoint, "2026-11-20T14:00:00Z", { attempts: 5, answer: 0, duration: 6 }),
    delta(other, NOON, { deliveries: 100, succeeded: 100 }),
    delta(other, NOON, { attempts: 100, answer: 0, duration: 6 }),
  );
  await inTransaction(bench.services.db.pool, foldCounters);
  await insert(
    delta(endpoint, NOON, { deliveries: 2, failed: 1 }),
    delta(endpoint, NOON, { attempts: 1, attempts_failed: 1, answer: 4, duration: 39 }),
  );
});
afterAll(() => bench.close());

const get = async (path: string) => (await project.ask("GET", path)).body.data;
const day = "startDate=2026-11-20&endDate=2026-11-20";

describe("counts by status", () => {
  it("cover the whole hours that a range touches, folded or not", async () => {
    const path = `/eventdeliveries/counts?startDate=2026-11-20T12:30:00Z&endDate=2026-11-20T12:45:00Z&endpointId=${endpoint}`;
    expect(await get(path)).toEqual({
      start: NOON,
      end: "2026-11-20T13:00:00.000Z",
      Scheduled: 3,
      Processing: 0,
      Retry: 0,
      Success: 6,
      Failure: 2,
      Discarded: 1,
    });
    expect(await get(`/eventdeliveries/counts?${day}`)).toMatchObject({ Success: 111, Failure: 2 });
    expect(await get("/eventdeliveries/counts")).toMatchObject({ start: null, end: null, Success: 111 });
    expect(await get("/eventdeliveries/counts?startDate=2026-11-21")).toMatchObject({ Success: 0, Failure: 0 });
  });

  it("read deliveries in flight and retries from the queue, as the list of deliveries does", async () => {
    const given: DeliveryStatus[] = ["Scheduled", "Scheduled", "Processing", "Retry", "Retry", "Retry"];
    const here = await bench.project("outgoing");
    const endpointId = await here.endpoint();
    const counted = { project_id: here.id, destination_id: endpointId, minute: new Date(), deliveries: given.length };
    await bench.services.db.insertInto("endpoint_stat_deltas").values(counted).execute();
    for (const status of given) {
      const { id } = await toDeliveryFixture(here, { endpointId, status });
      if (status !== "Retry") continue;
      const tried = bench.services.db.updateTable("delivery_queue").set({ num_trials: 1 });
      await tried.where("delivery_id", "=", id).execute();
    }
    const { data } = (await here.ask("GET", "/eventdeliveries/counts")).body;
    expect(data).toMatchObject({ Scheduled: 2, Processing: 1, Retry: 3, Success: 0 });
    for (const status of ["Scheduled", "Processing", "Retry"] as const) {
      const listed = (await here.ask("GET", `/eventdeliveries?status=${status}`)).body.data.content;
      expect(listed).toHaveLength(data[status]);
    }
    expect((await here.ask("GET", "/eventdeliveries/counts?endDate=2026-01-01")).body.data.Retry).toBe(0);
    expect((await here.ask("GET", `/eventdeliveries/counts?endpointId=${endpoint}`)).body.data.Retry).toBe(0);
  });
});

describe("the series", () => {
  it("has each hour once, empty ones too", async () => {
    const { series, start, end } = await get(`/stats?${day}&endpointId=${endpoint}`);
    expect([start, end, series.length]).toEqual(["2026-11-20T00:00:00.000Z", "2026-11-21T00:00:00.000Z", 24]);
    expect(series[12]).toEqual({
      time: NOON,
      deliveries: 12,
      succeeded: 6,
      failed: 2,
      discarded: 1,
      waiting: 3,
      attempts: 10,
      attempts_failed: 4,
      answers: { "2xx": 6, "3xx": 0, "4xx": 0, "5xx": 3, timeout: 1, no_answer: 0 },
      p50_ms: 3.85,
      p95_ms: 7_300,
      p99_ms: 8_000,
      events: null,
    });
    expect(series[13]).toMatchObject({ deliveries: 0, attempts: 0, p50_ms: null });
    expect(series[14]).toMatchObject({ deliveries: 5 });
  });

  it("sums up to days", async () => {
    const { series } = await get("/stats?interval=day&startDate=2026-11-19&endDate=2026-11-21");
    expect(series.map((point: { deliveries: number }) => point.deliveries)).toEqual([0, 117, 0]);
  });

  it("covers the last day by default, and never more than its bound", async () => {
    expect((await get("/stats")).series).toHaveLength(24);
    expect((await get("/stats?interval=day")).series).toHaveLength(30);
    for (const query of ["startDate=2026-01-01&endDate=2026-03-01", "interval=day&startDate=1999-01-01"]) {
      const { status, body } = await project.ask("GET", `/stats?${query}`);
      expect([status, body.error.fields[0].path]).toEqual([422, "startDate"]);
    }
    expect((await project.ask("GET", "/stats?startDate=2026-01-02&endDate=2026-01-01")).status).toBe(422);
    expect((await project.ask("GET", "/stats?interval=week")).status).toBe(422);
    expect((await project.ask("GET", "/stats?startDate=9999-12-31T23:59:59-23:59")).status).toBe(200);
  });
});

describe("the backlog", () => {
  const read = async (here: ApiProject, query = "") => (await here.ask("GET", `/stats/backlog${query}`)).body.data;

  it("tells what waits, since when, and when nothing will, folded or not", async () => {
    const here = await bench.project("outgoing");
    const [first, second] = [await here.endpoint(), await here.endpoint()];
    const thisMinute = Math.floor(Date.now() / 60_000) * 60_000;
    const ago = (minutes: number) => new Date(thisMinute - minutes * 60_000);
    const base = { project_id: here.id, destination_id: first };
    await bench.services.db
      .insertInto("endpoint_stat_deltas")
      .values([
        { ...base, minute: ago(200), deliveries: 4, succeeded: 4 },
        { ...base, minute: ago(130), deliveries: 90, succeeded: 30 },
        { ...base, minute: ago(3), deliveries: 10, succeeded: 10 },
        { ...base, minute: ago(3), attempts: 45, attempts_failed: 5, answer: 0, duration: 1 },
        { ...base, destination_id: second, minute: ago(2), deliveries: 5 },
      ])
      .execute();
    const look = async () => {
      const told = {
        waiting: 60,
        oldest_waiting_at: ago(130).toISOString(),
        arrivals_per_minute: 2,
        delivered_per_minute: 8,
        empty_in_seconds: 600,
      };
      expect(await read(here, `?endpointId=${first}`)).toMatchObject(told);
      expect(await read(here, `?endpointId=${second}`)).toMatchObject({ waiting: 5, empty_in_seconds: null });
      expect(await read(here)).toMatchObject({ waiting: 65, arrivals_per_minute: 3, empty_in_seconds: 780 });
    };
    await look();
    await inTransaction(bench.services.db.pool, foldCounters);
    await look();
  });

  it("is empty where nothing waits", async () => {
    const empty = { waiting: 0, oldest_waiting_at: null, empty_in_seconds: null };
    expect(await read(await bench.project("outgoing"))).toMatchObject(empty);
  });
});

describe("an endpoint's statistics", () => {
  it("include the share of attempts that succeeded, null without any", async () => {
    const told = await get(`/endpoints/${endpoint}/stats?${day}`);
    expect(told).toMatchObject({ deliveries: 17, attempts: 15, attempts_failed: 4, success_rate: 73.33, waiting: 3 });
    expect(told.latency).toEqual({ sample: 0, p50_ms: null, p95_ms: null, p99_ms: null, max_ms: null });
    const none = await get(`/endpoints/${endpoint}/stats?startDate=2026-01-01&endDate=2026-01-02`);
    expect(none).toMatchObject({ attempts: 0, success_rate: null });
  });

  it("are not found for another project's endpoint", async () => {
    const stranger = await bench.project("outgoing");
    expect((await stranger.ask("GET", `/endpoints/${endpoint}/stats`)).status).toBe(404);
    expect((await stranger.ask("GET", "/ledger")).body.data).toMatchObject({
      deliveries: { accepted: 0 },
      endpoints: [],
    });
  });
});

describe("minutes", () => {
  it("are counted in the chart and by status, before they are folded and after", async () => {
    const here = await bench.project("outgoing");
    const at = new Date(Math.floor(Date.now() / 60_000 - 5) * 60_000);
    const minute = (ago: number) => new Date(at.getTime() - ago * 60_000);
    const base = { project_id: here.id, destination_id: await here.endpoint() };
    await bench.services.db
      .insertInto("endpoint_stat_deltas")
      .values([
        { ...base, minute: minute(0), deliveries: 3, succeeded: 2, attempts: 4, attempts_failed: 1 },
        { ...base, minute: minute(2), deliveries: 1, succeeded: 1, attempts: 1 },
        { ...base, minute: minute(600), deliveries: 7, succeeded: 7, attempts: 7 },
        { ...base, minute: minute(2 * 24 * 60), deliveries: 9, succeeded: 9, attempts: 9 },
      ])
      .execute();
    const range = `startDate=${minute(2).toISOString()}&endDate=${at.toISOString()}`;
    const look = async () => {
      const { series } = (await here.ask("GET", `/stats?${range}&interval=minute`)).body.data;
      const counts = (await here.ask("GET", `/eventdeliveries/counts?${range}`)).body.data;
      const ever = (await here.ask("GET", "/eventdeliveries/counts")).body.data;
      return { series: series.map(({ deliveries }: { deliveries: number }) => deliveries), counts, ever };
    };
    const before = await look();
    expect(before.series).toEqual([1, 0, 3]);
    expect([before.counts.Success, before.ever.Success]).toEqual([3, 19]);
    await inTransaction(bench.services.db.pool, foldCounters);
    expect(await look()).toEqual(before);
    const { rows } = await bench.services.db.pool.query(
      "select count(*)::int as kept from endpoint_minutes where project_id = $1",
      [here.id],
    );
    expect(rows).toEqual([{ kept: 3 }]);
  });

  it("are deleted after a day, in batches", async () => {
    const { pool } = bench.services.dbOf(project.id);
    await pool.query(
      `insert into endpoint_minutes (project_id, destination_id, minute)
       select $1, gen_random_uuid(), now() - n * interval '12 hours' from generate_series(1, 4) n`,
      [project.id],
    );
    await pool.query("insert into project_minutes (project_id, minute) values ($1, now() - interval '25 hours')", [
      project.id,
    ]);
    expect(await inTransaction(pool, forgetMinutes)).toBe(false);
    const { rows } = await pool.query(
      `select min(minute) > now() - interval '1 day' as is_recent
       from (select minute from endpoint_minutes union all select minute from project_minutes) minutes`,
    );
    expect(rows).toEqual([{ is_recent: true }]);
  });

  it("are refused beyond what is kept or can be drawn", async () => {
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    const ask = (range: string) => project.ask("GET", `/stats?interval=minute&${range}`);
    expect((await ask("")).body.data.series).toHaveLength(60);
    expect((await ask(`startDate=${ago(7)}`)).body.error.fields[0]).toMatchObject({ path: "startDate" });
    const past = await ask(`startDate=${ago(25)}&endDate=${ago(24)}`);
    expect([past.status, past.body.error.fields[0].message]).toEqual([422, expect.stringContaining("kept for a day")]);
  });
});
