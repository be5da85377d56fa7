import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openConnection } from "@/lib/db/connection";
import { migrate } from "@/lib/db/migrate";
import { CitusCluster, missingCitus } from "@/lib/db/placement/citus-cluster.fixture";
import { distribute } from "@/lib/db/placement/distribute";
import { type Place, ShardConnections } from "@/lib/db/placement/shard-connections.fixture";
import { newId } from "@/lib/kernel/ids";

const missing = missingCitus();
if (missing) console.log(`skipped: numbering the rows of shards needs ${missing}.`);

let cluster: CitusCluster;
let client: pg.Client;
let shards: ShardConnections;
const projectId = newId();
let queued = 0;

/** Appends deliveries to a line, in one statement. */
async function append(by: pg.ClientBase, table: string, count = 1): Promise<void> {
  await by.query(
    `insert into ${table} (project_id, delivery_id, endpoint_id, ordering_key, rank)
     select $1::uuid, lpad(to_hex(n), 32, '0')::uuid, $1::uuid, 'a', 1
     from generate_series($2::int, $3::int) as n order by n`,
    [projectId, queued + 1, queued + count],
  );
  queued += count;
}

const appendTo = (at: Place, count = 1) => append(at.client, at.name("ordered_deliveries"), count);

type Line = { place: number; position: bigint };

async function readLine(): Promise<Line[]> {
  const { rows } = await client.query<{ id: string; position: string }>(
    "select delivery_id as id, position::text from ordered_deliveries where project_id = $1 order by position",
    [projectId],
  );
  return rows.map(({ id, position }) => ({
    place: Number.parseInt(id.replaceAll("-", ""), 16),
    position: BigInt(position),
  }));
}

beforeAll(async () => {
  if (missing) return;
  cluster = await CitusCluster.open();
  const url = await cluster.createDatabase("numbered");
  await migrate(url);
  client = await openConnection(url);
  await client.query("insert into projects (id, name, type, settings) values ($1, 'a', 'outgoing', '{}')", [projectId]);
  await append(client, "ordered_deliveries", 3);
  await distribute(client);
  shards = new ShardConnections(url, client);
});

afterAll(async () => {
  await shards?.close();
  await client?.end();
  await cluster?.close();
});

describe.skipIf(missing)("numbers of rows", () => {
  it("grow in the order of a statement's rows and from statement to statement, on whichever node", async () => {
    await append(client, "ordered_deliveries", 2_000);
    const at = await shards.find(projectId);
    await appendTo(at, 2_000);
    await append(client, "ordered_deliveries");
    for (let n = 0; n < 100; n++) await appendTo(at);
    await shards.move(projectId, "block_writes");
    const after = await shards.find(projectId);
    expect(after.port).not.toBe(at.port);
    for (let n = 0; n < 100; n++) await appendTo(after);
    await append(client, "ordered_deliveries");
    const line = await readLine();
    expect(line.map(({ place }) => place)).toEqual(Array.from({ length: queued }, (_, n) => n + 1));
    expect(new Set(line.map(({ position }) => position)).size).toBe(queued);
  });

  it("that were there before a distribution stay", async () => {
    expect((await readLine()).slice(0, 3)).toEqual([1, 2, 3].map((n) => ({ place: n, position: BigInt(n) })));
  });

  it("are never equal, however many count at once", async () => {
    const writers: Place[] = [];
    while (writers.length < 6) writers.push(await shards.find(projectId));
    const count = (by: pg.ClientBase, table: string) =>
      by.query(
        `insert into ${table} (project_id, minute, accepted) select $1::uuid, now(), 1 from generate_series(1, 5000)`,
        [projectId],
      );
    await Promise.all([
      count(client, "event_stat_deltas"),
      ...writers.map((at) => count(at.client, at.name("event_stat_deltas"))),
    ]);
    const { rows } = await client.query(
      "select count(*)::int as rows, count(distinct id)::int as ids from event_stat_deltas where project_id = $1",
      [projectId],
    );
    expect(rows).toEqual([{ rows: 35_000, ids: 35_000 }]);
  });

  it("are in the keys that had them, and in every row", async () => {
    const { rows: left } = await client.query("select from pg_attribute where attidentity <> ''");
    expect(left).toEqual([]);
    const { rows } = await client.query<{ column: string; key: string | null }>(
      `select a.attrelid::regclass || '.' || a.attname as column, pg_get_constraintdef(k.oid) as key
       from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
       left join pg_constraint k on k.conrelid = a.attrelid and k.contype = 'p' and a.attnum = any(k.conkey)
       where pg_get_expr(d.adbin, d.adrelid) = 'number_row()' and a.attnotnull order by 1`,
    );
    expect(rows.map(({ column, key }) => `${column} ${key}`)).toEqual([
      "endpoint_stat_deltas.id PRIMARY KEY (id, project_id)",
      "event_stat_deltas.id PRIMARY KEY (id, project_id)",
      "incident_deltas.id PRIMARY KEY (id, project_id)",
      "ordered_deliveries.position null",
    ]);
  });
});
