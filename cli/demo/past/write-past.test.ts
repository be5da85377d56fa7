import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Span } from "@/cli/demo/past/rhythm";
import { writePast } from "@/cli/demo/past/write-past";
import { ENDPOINTS, PAUSED } from "@/cli/demo/routes";
import { type DemoEndpointIds, type DemoSources, setUpDemo } from "@/cli/demo/set-up";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { createApiClient } from "@/lib/api/create-client";
import { onePool } from "@/lib/db/placement/shards";
import { readLedger } from "@/lib/nouns/stats/ledger";
import { readStats } from "@/lib/nouns/stats/queries";
import { SnapshotCache } from "@/lib/snapshots/snapshot-cache";

let bench: ApiBench;
let project: ApiProject;
let endpoints: DemoEndpointIds;
let incident: Span;
const now = new Date();

beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("incoming");
  const client = createApiClient({
    baseUrl: "http://hooks.test",
    apiKey: project.keys.admin,
    fetch: async (request) => bench.app.request(request),
  });
  const made = await setUpDemo({ client, projectID: project.id, name: "Demo", close: async () => {} });
  endpoints = made.endpoints;
  const before = await snapshot();
  await project.ask("PUT", `/endpoints/${endpoints[PAUSED]}/pause`);
  incident = await write(made.sources, before);
});
afterAll(() => bench.close());

async function snapshot() {
  const found = await new SnapshotCache(onePool(bench.database.db.pool), bench.services.box).get(project.id);
  if (!found) throw new Error("The project is gone.");
  return found;
}

async function write(sources: DemoSources, before: Awaited<ReturnType<typeof snapshot>>) {
  const { db } = bench.database;
  const { functions: runner } = bench.services;
  return writePast({
    pool: db.pool,
    runner,
    sources,
    endpoints,
    before,
    since: await snapshot(),
    now,
    random: Math.random,
  });
}

async function ask<Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> {
  return (await bench.database.db.pool.query<Row>(text, [project.id, ...values])).rows;
}

const countOf = async (text: string, ...values: unknown[]) => {
  const [row] = await ask<{ count: string }>(`select count(*)::text as count from ${text}`, ...values);
  return Number(row?.count);
};

describe("the past of a demo project", () => {
  it("covers seven days, fuller by day than by night, and balances", async () => {
    const startDate = new Date(now.getTime() - 6 * 86_400_000).toISOString();
    const { series } = await readStats(project.context, {
      startDate,
      interval: "day",
      endpointId: [],
      subscriptionId: [],
      sourceId: [],
    });
    expect(series).toHaveLength(7);
    for (const day of series.slice(0, -1)) expect(day.deliveries).toBeGreaterThan(40);
    const { events, deliveries } = await readLedger(project.context, { endpointId: [] });
    expect(deliveries.balanced).toBe(true);
    expect(events).toMatchObject({ failed: 0, pending: 0 });
    expect([events.duplicates, events.discarded].every((count) => count > 0)).toBe(true);
    const hours = await ask<{ at: Date }>("select created_at as at from events where project_id = $1");
    const between = (from: number, to: number) =>
      hours.filter(({ at }) => at.getHours() >= from && at.getHours() < to).length;
    expect(between(9, 15)).toBeGreaterThan(5 * between(0, 6));
  });

  it("has counters that equal its rows, hour by hour", async () => {
    const wrong = await ask(
      `with counted as (
         select destination_id, hour, sum(deliveries) d, sum(attempts) a, sum(attempts_failed) af, sum(succeeded) s, sum(failed) f
         from (
           select destination_id, hour, deliveries, attempts, attempts_failed, succeeded, failed from endpoint_stats where project_id = $1
           union all
           select destination_id, date_trunc('hour', minute), deliveries, attempts, attempts_failed, succeeded, failed from endpoint_stat_deltas where project_id = $1
         ) both_kinds group by 1, 2
       ), made as (
         select endpoint_id, date_trunc('hour', created_at) as hour, count(*) d, count(*) filter (where status = 'Success') s,
           count(*) filter (where status = 'Failure') f
         from event_deliveries where project_id = $1 group by 1, 2
       ), attempted as (
         select destination_id, date_trunc('hour', started_at + make_interval(secs => duration_ms / 1000)) as hour,
           count(*) a, count(*) filter (where response_status >= 300) af
         from delivery_attempts where project_id = $1 group by 1, 2
       )
       select * from counted c
       full join made m on m.endpoint_id = c.destination_id and m.hour = c.hour
       full join attempted t on t.destination_id = coalesce(c.destination_id, m.endpoint_id) and t.hour = coalesce(c.hour, m.hour)
       where (coalesce(c.d, 0), coalesce(c.s, 0), coalesce(c.f, 0)) <> (coalesce(m.d, 0), coalesce(m.s, 0), coalesce(m.f, 0))
         or (coalesce(c.a, 0), coalesce(c.af, 0)) <> (coalesce(t.a, 0), coalesce(t.af, 0))`,
    );
    expect(wrong).toEqual([]);
  });

  it("is where the program would have put it: in days of its own, at times of its own", async () => {
    for (const table of ["events", "event_deliveries", "delivery_attempts"]) {
      expect(await countOf(`${table}_default where project_id = $1`)).toBe(0);
    }
    const strange = `event_deliveries d where project_id = $1 and (
      updated_at > $2 or created_at < $2::timestamptz - interval '8 days' or acknowledged_at > created_at + interval '1 second'
      or num_trials <> (select count(*) from delivery_attempts a where a.project_id = $1 and a.delivery_id = d.id)
      or not exists (select from events e where e.project_id = $1 and e.id = d.event_id and e.created_at <= d.created_at)
      or not exists (select from kinds k where k.project_id = $1 and k.endpoint_id = d.endpoint_id and k.event_type = d.event_type
        and k.day = floor(extract(epoch from d.created_at) / 86400)))`;
    expect(await countOf(strange, now)).toBe(0);
    expect(await countOf("delivery_queue where project_id = $1 and lease is not null")).toBe(0);
  });

  it("has an incident of 503s, with deliveries that were retried past it and others that failed for good", async () => {
    const during = "event_deliveries d where project_id = $1 and endpoint_id = $2 and created_at between $3 and $4";
    const ids = [endpoints.fulfilment, incident.from, incident.to];
    expect(await countOf(`${during} and status = 'Failure' and num_trials = 5`, ...ids)).toBeGreaterThan(0);
    expect(await countOf(`${during} and status = 'Success' and num_trials > 1`, ...ids)).toBeGreaterThan(0);
    const outside =
      "event_deliveries where project_id = $1 and endpoint_id = $2 and status <> 'Success' and created_at > $3";
    expect(await countOf(outside, endpoints.fulfilment, incident.to)).toBe(0);
    expect(await countOf("endpoint_health where project_id = $1")).toBe(0);
  });

  it("has payloads that a function changed, and something of every endpoint", async () => {
    const changed = await ask<{ text: string }>(
      "select convert_from(payload, 'UTF8') as text from event_deliveries where project_id = $1 and payload is not null",
    );
    expect(changed.length).toBeGreaterThan(0);
    for (const { text } of changed) expect(JSON.parse(text).text).toMatch(/^Payment pay_\d+ of .+ failed: \d+ EUR\.$/);
    const { endpoints: balances } = await readLedger(project.context, { endpointId: [] });
    expect(balances.map(({ name }) => name).sort()).toEqual(ENDPOINTS.map(({ name }) => name).sort());
  });

  it("leaves nothing behind that tells the time", async () => {
    expect(await countOf("pg_proc where proname = 'now' and $1::uuid is not null")).toBe(1);
  });
});
