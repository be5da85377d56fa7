import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { backUp, createEmptyDatabase, digestTables, restore, runOn } from "@/lib/backup/backup.fixture";
import { writeBackup } from "@/lib/backup/write-backup";
import { openConnection } from "@/lib/db/connection";
import { atServer } from "@/lib/db/hosts";
import { migrate } from "@/lib/db/migrate";
import { type CitusCluster, missingCitus } from "@/lib/db/placement/citus-cluster.fixture";
import { openDistributed } from "@/lib/db/placement/distributed.fixture";
import { readShardMap } from "@/lib/db/placement/shard-map";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database";
import { NIL_ID, newId } from "@/lib/kernel/ids";
import { INSTALLATION } from "@/lib/kernel/installation";
import { EngineBench } from "@/lib/program/engines.fixture";
import { fillDay, makeDay } from "@/lib/upkeep/days.fixture";

const missing = missingCitus();
if (missing) console.log(`skipped: backups of several servers need ${missing}.`);

const PROJECTS = 6;
const ROWS = 20;

const ENTRY = { action: "create", actor_kind: "user", actor_name: "A", resource_type: "endpoint" } as const;

let cluster: CitusCluster;
let bench: EngineBench;
/** A database on one server, for what is restored there. */
let other: TestDatabase;
let projects: string[];
let whole: Buffer;
const made: { drop(): Promise<void> }[] = [];
let spread = 0;

beforeAll(async () => {
  if (missing) return;
  const opened = await openDistributed();
  cluster = opened.cluster;
  bench = new EngineBench(opened.database);
  other = await createTestDatabase();
  await makeDay(bench.database);
  projects = [];
  for (let i = 0; i < PROJECTS; i++) {
    const project = await bench.project("outgoing");
    const endpoint = await bench.endpoint(project, "http://127.0.0.1:9/hook");
    await bench.subscribe(project, endpoint);
    bench.tamperWith(project);
    await fillDay(bench.database, project, endpoint, { count: ROWS, bytes: 1_000 });
    projects.push(project);
  }
  const { db } = bench.database;
  const user = { id: newId(), email: "a@b.example", name: "A" };
  await db.insertInto("users").values(user).execute();
  for (const project_id of projects) {
    await db.insertInto("project_members").values({ project_id, user_id: user.id, role: "admin" }).execute();
    await db
      .insertInto("audit_log")
      .values({ ...ENTRY, id: newId(), project_id })
      .execute();
  }
  await db
    .insertInto("audit_log")
    .values({ ...ENTRY, id: newId(), project_id: INSTALLATION })
    .execute();
  await countOne(bench.database.url, projects[0] ?? "");
  // As the coordinator has one for a while where a shard of it has moved.
  const remains = "create table endpoint_stat_deltas_999999 (like endpoint_stat_deltas including defaults)";
  await runOn(bench.database.url, `set citus.enable_ddl_propagation = off; ${remains}`);
  whole = await backUp({ url: bench.database.url });
});
afterAll(async () => {
  for (const database of made) await database.drop();
  await other?.close();
  await bench?.close();
});

async function makeEmpty(): Promise<string> {
  const database = await createEmptyDatabase(other.url);
  made.push(database);
  return database.url;
}

/** A row that the server numbers. */
async function countOne(url: string, project: string): Promise<bigint> {
  const [row] = await runOn(
    url,
    `insert into endpoint_stat_deltas (project_id, destination_id, subscription_id, minute)
     values ('${project}', '${NIL_ID}', '${NIL_ID}', now()) returning id::text as id`,
  );
  return BigInt(String(row?.id));
}

/** It ends with the cluster. */
async function makeSpread(): Promise<string> {
  spread += 1;
  return cluster.createDatabase(`again_${spread}`);
}

const ofTriggers = `select count(*)::int as n from pg_trigger where tgenabled <> 'O'`;

describe.skipIf(missing)("a backup of several servers", () => {
  it("has every row of every table, and is restored on one server", async () => {
    const url = await makeEmpty();
    await restore(url, Readable.from([whole]));
    const before = await digestTables(bench.database.url);
    expect(before.event_deliveries).toMatch(new RegExp(`^${PROJECTS * ROWS} `));
    expect(await digestTables(url)).toEqual(before);
    expect((await migrate(url)).ran).toEqual([]);
  });

  it("goes on with its numbers above those of the servers", async () => {
    const url = await makeEmpty();
    await restore(url, Readable.from([whole]));
    const [project = ""] = projects;
    const [last] = await runOn(url, "select max(id)::text as id from endpoint_stat_deltas");
    const next = await countOne(url, project);
    expect(next).toBeGreaterThan(BigInt(String(last?.id)));
    expect(await countOne(url, project)).toBe(next + 1n);
  });

  it("is restored on several, each project with all that it has, also where a restore broke off", async () => {
    const url = await makeSpread();
    const cut = Readable.from([whole.subarray(0, whole.length - 2_000)]);
    await expect(restore(url, cut, { isSpread: true })).rejects.toThrow("The backup is damaged or cut off");
    await expect(migrate(url)).rejects.toThrow("a restore into it runs, or broke off");
    const lines: string[] = [];
    await restore(url, Readable.from([whole]), { isSpread: true, note: (line) => lines.push(line) });
    expect(await digestTables(url)).toEqual(await digestTables(bench.database.url));
    expect(lines).toContain(`event_deliveries: ${PROJECTS * ROWS}`);
    const client = await openConnection(url);
    const map = await readShardMap(client).finally(() => client.end());
    expect(new Set(map.places.map(({ node }) => node.port)).size).toBe(3);
    for (const project of projects) {
      const { node, names } = map.of(project);
      const own = atServer(url, node);
      for (const table of ["events", "event_deliveries", "delivery_attempts", "endpoints"]) {
        const [found] = await runOn(
          own,
          `select count(*)::int as n from ${names.get(table)} where project_id = '${project}'`,
        );
        expect([table, found]).toEqual([table, { n: table === "endpoints" ? 1 : ROWS }]);
      }
      expect(await runOn(own, ofTriggers)).toEqual([{ n: 0 }]);
    }
    expect((await migrate(url)).ran).toEqual([]);
  });

  it("of one server is restored on several, what names no project too", async () => {
    const { db } = other;
    await db.insertInto("projects").values({ id: newId(), name: "kept", type: "outgoing" }).execute();
    await db
      .insertInto("audit_log")
      .values({ ...ENTRY, id: newId(), project_id: null })
      .execute();
    const tokens = { tokens: 1, refilled_at: new Date() };
    await db
      .insertInto("rate_buckets")
      .values({ ...tokens, lane_id: newId(), project_id: null })
      .execute();
    const url = await makeSpread();
    await restore(url, Readable.from([await backUp({ url: other.url })]), { isSpread: true });
    expect(await runOn(url, "select project_id from audit_log")).toEqual([{ project_id: INSTALLATION }]);
    expect(await runOn(url, "select count(*)::int as n from rate_buckets")).toEqual([{ n: 0 }]);
    expect(await runOn(url, "select name from projects")).toEqual([{ name: "kept" }]);
  });

  it("of some days has all of those, and of the others what waits", async () => {
    const { pool } = bench.database.db;
    await pool.query(
      `insert into delivery_queue (project_id, delivery_id, kind, lane_id, event_id, due_at)
       select project_id, id, 'delivery', project_id, event_id, 'infinity' from event_deliveries where project_id = $1 limit 3`,
      [projects[0]],
    );
    const url = await makeEmpty();
    const packed = await backUp({ url: bench.database.url, days: { from: "2026-01-20" } });
    await pool.query("delete from delivery_queue where project_id = $1", [projects[0]]);
    await restore(url, Readable.from([packed]));
    for (const table of ["events", "event_deliveries", "delivery_attempts"]) {
      expect([table, await runOn(url, `select count(*)::int as n from ${table}`)]).toEqual([table, [{ n: 3 }]]);
    }
  });

  it("is of one instant of each server: what is written while it is made is not in it", async () => {
    const before = await digestTables(bench.database.url);
    const chunks: Buffer[] = [];
    for await (const chunk of writeBackup({ url: bench.database.url })) {
      if (chunks.push(chunk) === 1) {
        await bench.database.db.pool.query("update event_deliveries set num_trials = num_trials + 1");
      }
    }
    await bench.database.db.pool.query("update event_deliveries set num_trials = num_trials - 1");
    const url = await makeEmpty();
    await restore(url, Readable.from([gzipSync(Buffer.concat(chunks))]));
    expect(await digestTables(url)).toEqual(before);
  });

  it("breaks off if a shard moves meanwhile, even there and back", async () => {
    const writing = writeBackup({ url: bench.database.url });
    await writing.next();
    const client = await openConnection(bench.database.url);
    const { nodes, places } = await readShardMap(client);
    const { id, node } = places.find(({ node: { group } }) => group !== 0) as (typeof places)[number];
    const to = nodes.find(({ group }) => group !== 0 && group !== node.group) as typeof node;
    const move = `select citus_move_shard_placement($1, $2, $3, $4, $5, 'block_writes')`;
    await client.query(move, [id, node.host, node.port, to.host, to.port]);
    await client.query(move, [id, to.host, to.port, node.host, node.port]);
    await client.query("call citus_cleanup_orphaned_resources()");
    await client.end();
    const rest = async () => {
      for await (const _ of writing);
    };
    await expect(rest()).rejects.toThrow("A shard was moved or split while the backup was made");
  });

  it("refuses while a server is away, and says which", async () => {
    const [, away] = cluster.nodes;
    await away?.kill();
    try {
      await expect(backUp({ url: bench.database.url })).rejects.toThrow(
        `A backup needs all servers, and 127.0.0.1:${away?.port} cannot be reached`,
      );
    } finally {
      await away?.start();
    }
  });
});
