import { pino } from "pino";
import { register } from "prom-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openConnection } from "@/lib/db/connection";
import { openEngineShards } from "@/lib/db/engine-pools";
import { type CitusCluster, missingCitus } from "@/lib/db/placement/citus-cluster.fixture";
import { openDistributed } from "@/lib/db/placement/distributed.fixture";
import type { Shards } from "@/lib/db/placement/shards";
import { soleRow } from "@/lib/db/sole-row";
import type { TestDatabase } from "@/lib/db/test-database";
import { newId } from "@/lib/kernel/ids";
import { exposeHealth } from "@/lib/nouns/health/gauges";
import { HealthReader } from "@/lib/nouns/health/health-reader";
import { InventoryReader } from "@/lib/nouns/health/inventory";
import { toHealthServer } from "@/lib/nouns/health/read-server-facts";

const missing = missingCitus();
if (missing) console.log(`skipped: the health of a database on several servers needs ${missing}.`);

const log = pino({ level: "silent" });
const PROJECTS = 24;
const AGED = "now() - interval '10 minutes'";

describe.skipIf(missing)("the health of a database on several servers", () => {
  let cluster: CitusCluster;
  let database: TestDatabase;
  let shards: Shards;
  const projects = Array.from({ length: PROJECTS }, () => newId());

  beforeAll(async () => {
    ({ cluster, database } = await openDistributed());
    shards = await openEngineShards(database.url, { budget: 40, pages: database.db, onError() {} });
    for (const id of projects) {
      const { pool } = shards.of(id).upkeep;
      await pool.query("insert into projects (id, name, type, settings) values ($1, $2, 'outgoing', '{}')", [id, id]);
      await pool.query(`insert into lanes (project_id, lane_id, due_at) values ($1, $2, ${AGED})`, [id, newId()]);
    }
  });
  afterAll(async () => {
    await shards?.close();
    await database?.close();
  });

  const pool = () => database.db.pool;
  const servers = () => shards.servers().map(toHealthServer);
  const reader = () => new HealthReader({ pool: pool(), servers, log });
  const addresses = () => cluster.nodes.map(({ port }) => `127.0.0.1:${port}`);

  it("tells of each server what it holds and what waits there, and of the whole the sums", async () => {
    const health = await reader().read();
    expect(health.servers.map(({ address }) => address)).toEqual(addresses());
    expect(health.servers.map(({ is_coordinator }) => is_coordinator)).toEqual([true, false, false]);
    expect(health.servers.map(({ state }) => state)).toEqual(["running", "running", "running"]);
    const held = shards.servers().map((one) => projects.filter((id) => one.shards.includes(shards.of(id))).length);
    expect(health.servers.map((one) => one.projects)).toEqual(held);
    expect(health.servers.map((one) => one.queue?.overdue_lanes)).toEqual(health.servers.map((one) => one.projects));
    expect(health.queue?.overdue_lanes).toBe(PROJECTS);
    expect(health.queue?.due_seconds).toBeGreaterThanOrEqual(600);
    for (const one of health.servers) {
      expect(one.version).toMatch(/^15\./);
      expect(one.database_bytes).toBeGreaterThan(1_000_000);
      expect(one.connections?.used).toBeGreaterThanOrEqual(one.connections?.hookyard ?? 0);
      expect(one.connections?.hookyard).toBeGreaterThan(0);
    }
    await pool().query("analyze delivery_queue");
    expect(health.database.tables.map(({ table }) => table)).toContain("delivery_queue");
  });

  it("finds a transaction that is open on one of them, and says where", async () => {
    const client = await openConnection(`postgres://hookyard@${addresses()[1]}/hookyard`, {
      application_name: "nightly-report",
    });
    await client.query("begin isolation level repeatable read; select from pg_class limit 1");
    await client.query("select pg_sleep(1.1)");
    const { database: found } = await reader().read();
    expect(found.transactions).toContainEqual(
      expect.objectContaining({ name: "nightly-report", server: addresses()[1], state: "idle in transaction" }),
    );
    await client.end();
  });

  it("counts the dead rows of all shards", async () => {
    const before = await reader().read();
    const dead = ({ database: { tables } }: typeof before) => tables.find(({ table }) => table === "lanes")?.dead_rows;
    for (const id of projects) {
      await shards.of(id).upkeep.pool.query("update lanes set due_at = due_at where project_id = $1", [id]);
    }
    await expect
      .poll(async () => (dead(await reader().read()) ?? 0) - (dead(before) ?? 0))
      .toBeGreaterThanOrEqual(PROJECTS);
  });

  it("tells of a server from which a shard has just moved, and of that shard where it is now", async () => {
    const [coordinator, moved] = servers().flatMap((server) => ({ ...server, shards: server.shards.slice(0, 1) }));
    if (!coordinator || !moved) throw new Error("There is one server.");
    const overdueOf = async (shards: typeof moved.shards) => {
      const outdated = [{ ...coordinator, shards }];
      const [told] = (await new HealthReader({ pool: pool(), servers: () => outdated, log }).read()).servers;
      return told?.state === "running" ? told.queue?.overdue_lanes : null;
    };
    const { rows } = await soleRow(moved.shards).pool.query<{ there: number }>(
      "select count(*)::int as there from lanes",
    );
    expect(await overdueOf(moved.shards)).toBe(soleRow(rows).there);
  });

  it("goes on while a server is away: tells which, and the figures of the others", async () => {
    const [, awayAt, otherAt] = addresses();
    const before = await reader().read();
    const worker = cluster.nodes[1];
    await worker?.kill();
    const health = await reader().read();
    exposeHealth(reader(), new InventoryReader(pool()), log);
    const text = await register.metrics();
    await worker?.start();

    expect(health.level).toBe("critical");
    expect(health.problems[0]).toMatchObject({ subject: "servers", title: `${awayAt} does not answer` });
    expect(health.servers.map(({ state }) => state)).toEqual(["running", "away", "running"]);
    const unknown = { projects: null, connections: null, inbox: null, queue: null };
    expect(health.servers[1]).toMatchObject({ ...unknown, shards: before.servers[1]?.shards });
    expect(health.servers[1]?.reason).toMatch(/ECONNREFUSED|terminat/);
    const held = health.servers.map(({ projects: amount }) => amount ?? 0);
    expect(health.queue?.overdue_lanes).toBe(held.reduce((sum, amount) => sum + amount));

    for (const [server, up] of [
      [awayAt, 0],
      [otherAt, 1],
    ]) {
      expect(text).toContain(`hookyard_server_up{server="${server}"} ${up}`);
    }
    expect(text).not.toContain(`hookyard_server_projects{server="${awayAt}"}`);
    expect(text).toContain(`hookyard_server_projects{server="${otherAt}"} ${held[2]}`);
    await expect.poll(async () => (await reader().read()).servers[1]?.state).toBe("running");
  });
});
