import pg from "pg";
import { pino } from "pino";
import { register } from "prom-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiBench } from "@/lib/api/api.fixture";
import { createDatabase } from "@/lib/db/client";
import { newId } from "@/lib/kernel/ids";
import { version } from "@/lib/kernel/version";
import { exposeHealth } from "@/lib/nouns/health/gauges";
import { HealthReader } from "@/lib/nouns/health/health-reader";
import { InventoryReader } from "@/lib/nouns/health/inventory";
import { EngineBench, eventFor, until } from "@/lib/program/engines.fixture";

const log = pino({ level: "silent" });
const PATH = "/v1/installation/health";
const clients: pg.Client[] = [];

let bench: ApiBench;
let pool: pg.Pool;
beforeAll(async () => {
  bench = await ApiBench.open();
  pool = bench.database.db.pool;
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
  await bench.close();
});

/** A transaction of somebody else's, with a snapshot. */
async function openTransaction(name: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: bench.database.url, application_name: name });
  clients.push(client);
  await client.connect();
  await client.query("begin isolation level repeatable read");
  await client.query("select 'a secret of the shop' from lanes");
  return client;
}

const readAnew = () => new HealthReader({ pool, log }).read();

describe("an open transaction", () => {
  it("is told with its age, its program and its state, and never with its query", async () => {
    const client = await openTransaction("nightly-report");
    const health = await until(async () => {
      const now = await readAnew();
      return now.database.transactions.some(({ name }) => name === "nightly-report") && now;
    });
    const found = health.database.transactions.find(({ name }) => name === "nightly-report");
    const { rows } = await client.query("select pg_backend_pid() as pid, now() as at");
    expect(found).toMatchObject({
      kind: "session",
      pid: rows[0].pid,
      state: "idle in transaction",
      started_at: rows[0].at.toISOString(),
    });
    expect(found?.age_seconds).toBeGreaterThanOrEqual(1);
    expect(found?.snapshot_age).toBeGreaterThanOrEqual(0);
    expect(health.database.oldest_transaction_seconds).toBeGreaterThanOrEqual(found?.age_seconds ?? 0);
    expect(health.database.hidden_sessions).toBe(0);
    expect(JSON.stringify(health)).not.toContain("secret of the shop");
    await client.query("rollback");
    expect((await readAnew()).database.transactions).not.toContainEqual(expect.objectContaining({ pid: found?.pid }));
  });

  it("is known as a dump by its name", async () => {
    const client = await openTransaction("pg_dump");
    const dumps = await until(async () => {
      const { transactions } = (await readAnew()).database;
      return transactions.some(({ name }) => name === "pg_dump") && transactions.map(({ kind }) => kind);
    });
    expect(dumps).toContain("pg_dump");
    await client.query("rollback");
  });

  it("is told as not visible to a database user that may not see it, and never as none", async () => {
    const role = `limited_${newId().replaceAll("-", "")}`;
    await pool.query(`create role ${role} login password 'x'`);
    await pool.query(`grant select on all tables in schema public to ${role}`);
    const url = new URL(bench.database.url);
    url.username = role;
    url.password = "x";
    const limited = createDatabase(url.href);
    const client = await openTransaction("pg_dump");
    const { database } = await new HealthReader({ pool: limited.pool, log }).read();
    expect(database.oldest_transaction_seconds).toBeNull();
    expect(database.hidden_sessions).toBeGreaterThan(0);
    expect(database.transactions).toContainEqual(
      expect.objectContaining({ kind: "pg_dump", started_at: null, age_seconds: null, state: null }),
    );
    const own = await limited.pool.connect();
    await until(async () => {
      await own.query("begin");
      const read = await new HealthReader({ pool: limited.pool, log }).read();
      await own.query("rollback");
      return read.database.oldest_transaction_seconds === null;
    });
    own.release();
    exposeHealth(new HealthReader({ pool: limited.pool, log }), new InventoryReader(pool), log);
    expect(await register.metrics()).not.toMatch(/^hookyard_database_oldest_transaction_seconds/m);
    await pool.query(`grant pg_read_all_stats to ${role}`);
    const seen = (await new HealthReader({ pool: limited.pool, log }).read()).database;
    expect([seen.hidden_sessions, typeof seen.oldest_transaction_seconds]).toEqual([0, "number"]);
    await client.query("rollback");
    await limited.destroy();
    await pool.query(`drop owned by ${role}`);
    await pool.query(`drop role ${role}`);
  });
});

describe("the health of the installation", () => {
  it("is told to the owner alone", async () => {
    const owner = await bench.user({ isOwner: true });
    const answer = await bench.ask("GET", PATH, bench.signedIn(owner));
    expect([answer.status, answer.body.data.level]).toEqual([200, "critical"]);
    expect(answer.body.data.problems[0].title).toBe("No copy delivers");
    const project = await bench.project("incoming");
    expect((await bench.ask("GET", PATH, bench.signedIn(await bench.user()))).status).toBe(403);
    expect((await bench.ask("GET", PATH, { key: project.keys.admin })).status).toBe(403);
  });

  it("is measured once for however many ask", async () => {
    const reader = new HealthReader({ pool, log });
    const first = await Promise.all([reader.read(), reader.read(), reader.read()]);
    expect(new Set([...first, await reader.read()]).size).toBe(1);
  });

  it("stands among the metrics, and is missing there while the database is away", async () => {
    exposeHealth(new HealthReader({ pool, log }), new InventoryReader(pool), log);
    const text = await register.metrics();
    for (const sample of [
      /^hookyard_database_oldest_transaction_seconds \d+$/m,
      /^hookyard_database_oldest_snapshot_transactions \d+$/m,
      /^hookyard_database_hidden_sessions 0$/m,
      /^hookyard_database_connections [1-9]\d*$/m,
      /^hookyard_database_connections_allowed [1-9]\d*$/m,
      /^hookyard_dead_rows\{table="delivery_queue"\} \d+$/m,
      /^hookyard_inbox_events 0$/m,
      /^hookyard_inbox_oldest_seconds 0$/m,
      /^hookyard_queue_deliveries 0$/m,
      /^hookyard_queue_due_seconds 0$/m,
      /^hookyard_copies\{state="running"\} 0$/m,
      /^hookyard_notifications_waiting 0$/m,
      /^hookyard_resources\{kind="projects"\} \d+$/m,
    ]) {
      expect(text).toMatch(sample);
    }
    const away = createDatabase("postgres://nobody@127.0.0.1:1/none");
    exposeHealth(new HealthReader({ pool: away.pool, log }), new InventoryReader(away.pool), log);
    const without = await register.metrics();
    expect(without).toContain("# TYPE hookyard_inbox_events gauge");
    expect(without).not.toMatch(/^hookyard_(database|dead|inbox|queue|copies|endpoints|resources)/m);
    await away.destroy();
  });
});

describe("copies", () => {
  let engines: EngineBench;
  beforeAll(async () => {
    engines = await EngineBench.open();
  });
  afterAll(() => engines.close());
  const read = () => new HealthReader({ pool: engines.database.db.pool, log }).read();

  it("tell their role, version and what their claims cost, and are gone when they stop", async () => {
    await engines.start("web");
    await engines.start("worker");
    const health = await until(async () => {
      const now = await read();
      return now.copies.some(({ role, claims }) => role === "worker" && claims !== null) && now;
    });
    expect(health.copies.map(({ role, state }) => `${role} ${state}`).sort()).toEqual([
      "web running",
      "worker running",
    ]);
    expect(new Set(health.copies.map((copy) => copy.version))).toEqual(new Set([version]));
    const cost = health.copies.find(({ role }) => role === "worker")?.claims;
    expect(cost?.claims).toBeGreaterThan(0);
    expect(cost?.slowest_ms).toBeGreaterThan(0);
    expect(cost?.p95_ms).toBeLessThanOrEqual(cost?.slowest_ms ?? 0);
    expect(health.problems.filter(({ subject }) => subject === "copies")).toEqual([]);
    await engines.stop();
    expect((await read()).copies).toEqual([]);
  });

  it("are silent when others found them dead or they have not said for long that they run", async () => {
    const { pool: own } = engines.database.db;
    const note = "insert into copies (id, worker_id, name, role, version, seen_at) values ($1, $2, $3, $4, '0', $5)";
    const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);
    await own.query(note, [newId(), newId(), "freed", "worker", ago(0)]);
    await own.query(note, [newId(), null, "quiet", "web", ago(60)]);
    await own.query(note, [newId(), null, "live", "web", ago(0)]);
    await own.query("insert into workers (id, lock_key, name) values ($1, 1, 'older')", [newId()]);
    const states = (await read()).copies.map(({ name, state, role }) => [name, state, role]);
    expect(states.sort()).toEqual([
      ["freed", "silent", "worker"],
      ["live", "running", "web"],
      ["older", "running", null],
      ["quiet", "silent", "web"],
    ]);
    await own.query("delete from workers");
    await own.query("delete from copies");
  });
});

describe("what waits", () => {
  let engines: EngineBench;
  beforeAll(async () => {
    engines = await EngineBench.open();
  });
  afterAll(() => engines.close());

  it("is counted with since when, and told as not counted where that takes too long", async () => {
    const { pool: own } = engines.database.db;
    const projectId = await engines.project("outgoing");
    const endpointId = await engines.endpoint(projectId, "http://127.0.0.1:1/");
    await engines.subscribe(projectId, endpointId);
    const { recorder } = await engines.start("web");
    for (let made = 0; made < 3; made += 1) await recorder.record(eventFor(projectId, endpointId));
    await until(async () => (await own.query("select from lanes")).rows.length > 0);
    const reader = () => new HealthReader({ pool: own, log }).read();
    const { queue, inbox } = await reader();
    expect(queue).toMatchObject({ deliveries: 3, is_estimate: false, overdue_lanes: 0 });
    expect(queue?.due_since).not.toBeNull();
    expect(inbox).toEqual({ events: 0, is_estimate: false, oldest_at: null, oldest_seconds: null });

    await own.query("update lanes set due_at = now() - interval '10 minutes'");
    expect((await reader()).queue).toMatchObject({ overdue_lanes: 1, due_seconds: expect.closeTo(600, -1) });

    const readBeside = async (lock: string) => {
      const blocking = await own.connect();
      await blocking.query(`begin; lock table ${lock} in access exclusive mode`);
      const health = await reader();
      await blocking.query("rollback");
      blocking.release();
      return health;
    };
    expect((await readBeside("delivery_queue")).queue).toMatchObject({ is_estimate: true, overdue_lanes: 1 });
    const blocked = await readBeside("lanes, routing_queue");
    expect([blocked.queue, blocked.inbox]).toEqual([null, null]);
    expect(blocked.problems.map(({ subject }) => subject)).toEqual(expect.arrayContaining(["inbox", "queue"]));
  });
});
