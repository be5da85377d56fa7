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
  const parts = { pool, log: createLogger({ LOG_LEVEL: "silent" }), exportDir: null, now: () => new Date() };
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
