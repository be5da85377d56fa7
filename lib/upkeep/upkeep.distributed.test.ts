import { pino } from "pino";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { openEngineShards } from "@/lib/db/engine-pools";
import { ensurePartitionsOf } from "@/lib/db/partitions";
import { missingCitus } from "@/lib/db/placement/citus-cluster.fixture";
import { openDistributed } from "@/lib/db/placement/distributed.fixture";
import type { Shards } from "@/lib/db/placement/shards";
import { newId } from "@/lib/kernel/ids";
import { type Engines, startEngines } from "@/lib/program/engines";
import { EngineBench, eventFor, Receiver, until } from "@/lib/program/engines.fixture";
import { createTestRuntime, testBox } from "@/lib/program/runtime.fixture";
import { DAY, fillDay } from "@/lib/upkeep/days.fixture";
import { removeProjectRows } from "@/lib/upkeep/remove-project-rows";
import { keepDays } from "@/lib/upkeep/retention";

const missing = missingCitus();
if (missing) console.log(`skipped: upkeep of a distributed database needs ${missing}.`);

const PROJECTS = 4;
const DAY_MS = 86_400_000;

let bench: EngineBench;
let shards: Shards;
let engines: Engines;
let receiver: Receiver;
let chat: Receiver;
let routes: { projectId: string; endpointId: string }[];
/** What is logged as an error. */
const errors: unknown[] = [];

beforeAll(async () => {
  if (missing) return;
  const { database } = await openDistributed();
  bench = new EngineBench(database);
  receiver = await new Receiver().open();
  chat = await new Receiver().open();
  shards = await openEngineShards(database.url, {
    budget: 30,
    pages: database.db,
    onError: (error) => errors.push(error),
  });
  const log = pino({ level: "error" }, { write: (line) => errors.push(JSON.parse(line)) });
  engines = await startEngines({ ...createTestRuntime(database, "all"), log });
  routes = [];
  for (let i = 0; i < PROJECTS; i++) {
    const projectId = await bench.project("outgoing", {
      breaker: { is_enabled: true, failure_count: 2, probe_interval: 1_800 },
      retry: { strategy: "linear", interval_seconds: 1, retry_limit: 5, max_retry_seconds: 60 },
      retention: 30,
    });
    const sealed_chat_webhook_url = testBox.seal(chat.url);
    const endpointId = await bench.endpoint(projectId, receiver.url, { sealed_chat_webhook_url });
    routes.push({ projectId, endpointId });
  }
});

afterAll(async () => {
  await engines?.stop();
  receiver?.close();
  chat?.close();
  await shards?.close();
  await bench?.close();
});

const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await bench.database.db.pool.query<Row>(text, values)).rows;

it.skipIf(missing)("counts, and makes incidents and messages, in each shard", async () => {
  receiver.answer = () => ({ status: 503 });
  for (const { projectId, endpointId } of routes) await engines.recorder.record(eventFor(projectId, endpointId));
  for (const { projectId } of routes) {
    const of = [projectId];
    await until(async () => (await query("select from incidents where project_id = $1", of)).length === 1);
    await until(
      async () => (await query("select from event_stats where project_id = $1 and accepted = 1", of)).length === 1,
    );
    await until(async () => (await query("select from event_stat_deltas where project_id = $1", of)).length === 0);
  }
  await until(() => chat.got.filter(({ body }) => String(body).includes("is held")).length === PROJECTS);
  expect(errors).toEqual([]);
});

it.skipIf(missing)("finds what is not right, of projects and of the installation", async () => {
  await until(async () => {
    const open = await query("select from problems where kind = 'breaker_open' and ended_at is null");
    return open.length === PROJECTS;
  });
  expect(errors).toEqual([]);
});

it.skipIf(missing)("removes a day past its retention from each shard, and then the day", async () => {
  const { pool } = shards.whole.upkeep;
  const parts = shards.all.map(({ id, upkeep }) => ({ id, pool: upkeep.pool }));
  const keepAfter = (days: number) => {
    const now = () => new Date(Date.parse(DAY) + (1 + days) * DAY_MS + 2 * 3_600_000);
    return keepDays({ pool, shards: parts, log: pino({ level: "silent" }), exportPlaces: [], now }, () => false);
  };
  for (const { projectId } of routes) {
    const { work } = shards.of(projectId);
    await fillDay({ ...bench.database, db: work }, projectId, null, { count: 20 });
  }
  const left = async () =>
    Number((await query<{ n: string }>("select count(*) as n from events where event_type = 'order.paid'"))[0]?.n);
  await keepAfter(29);
  expect(await left()).toBe(20 * PROJECTS);
  await keepAfter(30);
  expect(await left()).toBe(0);
});

it.skipIf(missing)("removes nothing of a project until a day that was just made is known", async () => {
  const projectId = newId();
  const shard = shards.of(projectId);
  const client = await shard.upkeep.pool.connect();
  onTestFinished(() => client.release());
  const isReady = (table: string) => shard.nameOf(table) !== table;
  const remove = (more: object) => removeProjectRows(client, { projectId, kept: [], isStopping: () => false, ...more });
  const makeDay = async (day: string) => {
    const coordinator = await bench.database.db.pool.connect();
    await ensurePartitionsOf(coordinator, [day]).finally(() => coordinator.release());
  };
  // A day that a busy machine takes long to make is known by then.
  const days = ["2031-01-01", "2031-01-02", "2031-01-03", "2031-01-04"];
  do await makeDay(days.shift() as string);
  while ((await remove({ isReady })) && days.length > 0);
  expect(await remove({ isReady })).toBe(false);
  await expect(remove({})).rejects.toThrow("could not create distributed plan");
  await until(() => remove({ isReady }));
});

it.skipIf(missing)("removes a deleted project", async () => {
  const [route] = routes;
  if (!route) throw new Error("There is no project.");
  bench.tamperWith(route.projectId);
  await query("update projects set deleted_at = now() where id = $1", [route.projectId]);
  const { work } = shards.of(route.projectId);
  await until(async () => {
    const { rows } = await work.pool.query("select from projects where id = $1 and emptied_at is not null", [
      route.projectId,
    ]);
    return rows.length === 1;
  });
  expect(await query("select from event_deliveries where project_id = $1", [route.projectId])).toEqual([]);
  expect(errors).toEqual([]);
});
