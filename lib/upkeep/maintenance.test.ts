import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database";
import { newId } from "@/lib/kernel/ids";
import { createLogger } from "@/lib/kernel/log";
import { until } from "@/lib/program/engines.fixture";
import { Maintenance } from "@/lib/upkeep/maintenance";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const ask = async (text: string, values: unknown[] = []) => (await database.db.pool.query(text, values)).rows;

it("does all pending work in one round, once over all copies", async () => {
  const projectId = newId();
  const many = 25_000;
  await ask(
    `insert into idempotency_keys (project_id, scope, key, event_id, expires_at)
     select $1, $1, 'k' || n, $1, now() + case when n <= 10 then interval '1 h' else interval '-1 h' end
     from generate_series(1, $2) n`,
    [projectId, many],
  );
  await ask(
    `insert into event_stat_deltas (project_id, minute, accepted, duplicates, discarded, failed)
     select $1, date_trunc('minute', now()), 1, 0, 0, 0 from generate_series(1, $2::int * 2)`,
    [projectId, many],
  );
  const { pool } = database.db;
  const parts = {
    pool,
    shards: [{ id: "", pool }],
    log: createLogger({ LOG_LEVEL: "silent" }),
    exportPlaces: [],
    now: () => new Date(),
  };
  const copies = [new Maintenance(parts), new Maintenance(parts)];
  onTestFinished(async () => {
    await Promise.all(copies.map((copy) => copy.stop()));
  });
  for (const copy of copies) copy.start();
  await until(async () => (await ask("select from event_stat_deltas limit 1")).length === 0);
  await until(async () => (await ask("select from idempotency_keys where expires_at < now() limit 1")).length === 0);
  expect(await ask("select accepted::int from event_stats where project_id = $1", [projectId])).toEqual([
    { accepted: 2 * many },
  ]);
  expect(await ask("select from idempotency_keys")).toHaveLength(10);
});

it("forgets versions of functions that no delivery can name, and no version that is in use", async () => {
  const [projectId, ownerId] = [newId(), newId()];
  await ask("insert into projects (id, name, type, settings) values ($1, 'versions', 'incoming', '{}')", [projectId]);
  const ended = { 1: "now() - interval '3 days'", 2: "now()", 3: "null" };
  for (const [number, replacedAt] of Object.entries(ended)) {
    await ask(
      `insert into function_versions (project_id, id, owner_id, field, number, code, saved_at, replaced_at)
       values ($1, $2, $3, 'function', $4, '', now() - interval '9 days', ${replacedAt})`,
      [projectId, newId(), ownerId, number],
    );
  }
  const { pool } = database.db;
  const copy = new Maintenance({
    pool,
    shards: [{ id: "", pool }],
    log: createLogger({ LOG_LEVEL: "silent" }),
    exportPlaces: [],
    now: () => new Date(),
  });
  onTestFinished(() => copy.stop());
  copy.start();
  const left = async () =>
    (await ask("select number from function_versions where owner_id = $1 order by number", [ownerId])).map(
      ({ number }) => number,
    );
  await until(async () => (await left()).length < 3);
  expect(await left()).toEqual([2, 3]);
});

it("deletes tests of devices five minutes after nobody may fetch them any more", async () => {
  const project = { id: newId(), name: "p", type: "incoming" };
  const device = newId();
  await ask("insert into projects (id, name, type) values ($1, $2, $3)", Object.values(project));
  await ask("insert into devices (project_id, id, host_name, secret) values ($1, $2, 'd', 's')", [project.id, device]);
  await ask(
    `insert into device_tests (project_id, device_id, id, delivery_id, event_id, event_type, headers, url_query_params,
       payload, created_at, expires_at)
     select $1, $2, gen_random_uuid(), $1, $1, n::text, '{}', '', '', now(), now() - make_interval(mins => n)
     from generate_series(-5, 7, 3) n`,
    [project.id, device],
  );
  const { pool } = database.db;
  const maintenance = new Maintenance({
    pool,
    shards: [{ id: "", pool }],
    log: createLogger({ LOG_LEVEL: "silent" }),
    exportPlaces: [],
    now: () => new Date(),
  });
  onTestFinished(() => maintenance.stop());
  maintenance.start();
  await until(
    async () => (await ask("select from device_tests where expires_at < now() - interval '5 min'")).length === 0,
  );
  expect(await ask("select event_type from device_tests order by expires_at desc")).toEqual([
    { event_type: "-5" },
    { event_type: "-2" },
    { event_type: "1" },
    { event_type: "4" },
  ]);
});

it("deletes receivers when they end, with what they received", async () => {
  const project = { id: newId(), name: "receivers", type: "outgoing" };
  await ask("insert into projects (id, name, type) values ($1, $2, $3)", Object.values(project));
  await ask(
    `insert into receivers (project_id, id, token, name, answer_status, answer_delay_ms, answer_content_type,
       answer_body, fail_next, fail_status, created_by, created_at, updated_at, expires_at)
     select $1, gen_random_uuid(), n::text, n::text, 200, 0, 'text/plain', '', 0, 503, '', now(), now(),
       now() + make_interval(mins => n)
     from generate_series(-1, 1, 2) n`,
    [project.id],
  );
  await ask(
    `insert into receiver_requests
     select project_id, id, gen_random_uuid(), now(), 'POST', '', '{}', '', 0, 200 from receivers where project_id = $1`,
    [project.id],
  );
  const { pool } = database.db;
  const log = createLogger({ LOG_LEVEL: "silent" });
  const maintenance = new Maintenance({
    pool,
    shards: [{ id: "", pool }],
    log,
    exportPlaces: [],
    now: () => new Date(),
  });
  onTestFinished(() => maintenance.stop());
  maintenance.start();
  await until(async () => (await ask("select from receivers where expires_at <= now()")).length === 0);
  expect(await ask("select name from receivers")).toEqual([{ name: "1" }]);
  expect(await ask("select from receiver_requests")).toHaveLength(1);
});
