import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openConnection } from "@/lib/db/connection";
import { migrate } from "@/lib/db/migrate";
import { ensurePartitionsOf } from "@/lib/db/partitions";
import { CitusCluster, missingCitus } from "@/lib/db/placement/citus-cluster.fixture";
import { distribute } from "@/lib/db/placement/distribute";
import { SHARD_IS_ELSEWHERE } from "@/lib/db/placement/hold-shard";
import { type Place, ShardConnections } from "@/lib/db/placement/shard-connections.fixture";
import { newId } from "@/lib/kernel/ids";

const missing = missingCitus();
if (missing) console.log(`skipped: writing to shards needs ${missing}.`);

/** What a move leaves behind is looked at here, and goes when a test says so. */
const KEEPS_WHAT_IS_LEFT = "citus.defer_shard_delete_interval = -1\n";

let cluster: CitusCluster;
let client: pg.Client;
let shards: ShardConnections;
const projectId = newId();

beforeAll(async () => {
  if (missing) return;
  cluster = await CitusCluster.open(KEEPS_WHAT_IS_LEFT);
  const url = await cluster.createDatabase("held");
  await migrate(url);
  client = await openConnection(url);
  await distribute(client);
  await client.query("insert into projects (id, name, type, settings) values ($1, 'a', 'outgoing', '{}')", [projectId]);
  shards = new ShardConnections(url, client);
});

afterEach(async () => {
  if (!missing) await client.query("call citus_cleanup_orphaned_resources()");
});

afterAll(async () => {
  await shards?.close();
  await client?.end();
  await cluster?.close();
});

const insertDelivery = (at: Place, id: string) =>
  at.client.query(
    `insert into ${at.name("event_deliveries")} (project_id, id, event_id, event_type, status, strategy, interval_seconds,
       max_retry_seconds, retry_limit, created_at, updated_at)
     values ($1, $2, $2, 'a', 'Scheduled', 'linear', 1, 1, 1, now(), now())`,
    [projectId, id],
  );

/** Inserts a delivery and its place in a line, in one transaction. */
async function write(at: Place, id: string): Promise<void> {
  await at.client.query("begin");
  try {
    await insertDelivery(at, id);
    await at.client.query(
      `insert into ${at.name("ordered_deliveries")} (project_id, delivery_id, endpoint_id, ordering_key, rank)
       values ($1, $2, $1, 'a', 1)`,
      [projectId, id],
    );
    await at.client.query("commit");
  } catch (error) {
    await at.client.query("rollback");
    throw error;
  }
}

/** The code of the error with which a query fails; null if it does not. */
const codeOf = (query: Promise<unknown>) =>
  query.then(
    () => null,
    (error: unknown) => (error instanceof pg.DatabaseError ? error.code : error),
  );

/** Waits until somebody waits for the lock of a shard. */
async function untilHeldUp(look: pg.Client): Promise<void> {
  await expect
    .poll(async () => (await look.query("select from pg_locks where locktype = 'advisory' and not granted")).rowCount)
    .toBe(1);
}

const idsOf = async (table: string, id: string) =>
  (
    await client.query<{ id: string }>(`select ${id} as id from ${table} where project_id = $1 order by 1`, [projectId])
  ).rows.map((row) => row.id);

describe.skipIf(missing)("a writer by the names of shards", () => {
  it("loses and doubles nothing while the shard moves back and forth", async () => {
    const written: string[] = [];
    const refusals: unknown[] = [];
    let isOver = false;
    const writing = (async () => {
      let at = await shards.find(projectId);
      while (!isOver) {
        const id = newId();
        for (;;) {
          const code = await codeOf(write(at, id));
          if (code === null) break;
          if (code !== SHARD_IS_ELSEWHERE && code !== "42P01") throw new Error(`It failed with ${code}.`);
          refusals.push(code);
          at = await shards.find(projectId);
        }
        written.push(id);
      }
    })();
    try {
      for (const mode of ["force_logical", "block_writes", "force_logical", "block_writes"] as const) {
        const before = written.length;
        await expect.poll(() => written.length).toBeGreaterThan(before);
        await shards.move(projectId, mode);
        await client.query("call citus_cleanup_orphaned_resources()");
      }
    } finally {
      isOver = true;
      await writing;
    }
    expect(refusals.length).toBeGreaterThan(0);
    expect(await idsOf("event_deliveries", "id")).toEqual(written);
    expect(await idsOf("ordered_deliveries", "delivery_id")).toEqual(written);
    const { rows } = await client.query<{ id: string }>(
      "select delivery_id as id from ordered_deliveries where project_id = $1 order by position",
      [projectId],
    );
    expect(rows.map(({ id }) => id)).toEqual(written);
  });

  it("is refused in every table of a shard that has moved, also in a day that was made later", async () => {
    await ensurePartitionsOf(client, ["2031-01-01"]);
    const before = await shards.find(projectId);
    expect(before.names.some((name) => name.startsWith("events_2031_01_01_"))).toBe(true);
    await shards.move(projectId, "block_writes");
    for (const name of before.names) {
      expect([name, await codeOf(before.client.query(`delete from ${name}`))]).toEqual([name, SHARD_IS_ELSEWHERE]);
    }
    const projects = before.name("projects");
    expect(await codeOf(before.client.query(`update ${projects} set name = 'b'`))).toBe(SHARD_IS_ELSEWHERE);
    expect(await codeOf(insertDelivery(before, newId()))).toBe(SHARD_IS_ELSEWHERE);
    const after = await shards.find(projectId);
    expect(after.port).not.toBe(before.port);
    expect(await codeOf(after.client.query(`update ${after.name("projects")} set name = 'b'`))).toBe(null);
  });

  it("waits for a move, and goes on if that is undone", async () => {
    const at = await shards.find(projectId);
    const look = await shards.find(projectId);
    const [first, second] = [newId(), newId()];
    await client.query("begin");
    await shards.move(projectId, "block_writes");
    let writing = codeOf(write(at, first));
    await untilHeldUp(look.client);
    await client.query("rollback");
    expect(await writing).toBe(null);
    await client.query("begin");
    await shards.move(projectId, "block_writes");
    writing = codeOf(write(at, second));
    await untilHeldUp(look.client);
    await client.query("commit");
    expect(await writing).toBe(SHARD_IS_ELSEWHERE);
    const ids = await idsOf("event_deliveries", "id");
    expect([ids.includes(first), ids.includes(second)]).toEqual([true, false]);
  });

  it("holds the shard again if what held it was undone", async () => {
    const at = await shards.find(projectId);
    await at.client.query("begin");
    await at.client.query("savepoint before");
    await insertDelivery(at, newId());
    await at.client.query("rollback to before");
    await shards.move(projectId, "block_writes");
    expect(await codeOf(insertDelivery(at, newId()))).toBe(SHARD_IS_ELSEWHERE);
    await at.client.query("rollback");
  });

  it("has its open transaction moved along, whatever more that writes meanwhile", async () => {
    const at = await shards.find(projectId);
    const look = await shards.find(projectId);
    const id = newId();
    await at.client.query("begin");
    await insertDelivery(at, id);
    const moving = shards.move(projectId, "block_writes");
    await untilHeldUp(look.client);
    await at.client.query(`delete from ${at.name("ordered_deliveries")}`);
    await at.client.query("commit");
    await moving;
    expect(await idsOf("event_deliveries", "id")).toContain(id);
    expect(await idsOf("ordered_deliveries", "delivery_id")).toEqual([]);
  });
});

describe.skipIf(missing)("a writer by way of Citus", () => {
  it("is not asked where the shard is", async () => {
    await shards.move(projectId, "force_logical");
    expect((await client.query("update projects set name = 'c' where id = $1", [projectId])).rowCount).toBe(1);
  });
});
