import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openConnection } from "@/lib/db/connection";
import { migrate } from "@/lib/db/migrate";
import { listMigrations } from "@/lib/db/migration-files";
import { CitusCluster, missingCitus } from "@/lib/db/placement/citus-cluster.fixture";
import { distribute } from "@/lib/db/placement/distribute";
import { spreadAtStart, spreadFilled } from "@/lib/db/placement/spread";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database";
import { newId } from "@/lib/kernel/ids";
import { INSTALLATION } from "@/lib/kernel/installation";

const missing = missingCitus();
if (missing) console.log(`skipped: a database that is to be spread needs ${missing}.`);

let cluster: CitusCluster;
let plain: TestDatabase;
beforeAll(async () => {
  plain = await createTestDatabase();
  if (!missing) cluster = await CitusCluster.open();
});
afterAll(async () => {
  await plain.close();
  await cluster?.close();
});

async function ask<Row extends pg.QueryResultRow>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = await openConnection(url);
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

type Place = { shard: string; isAlone: boolean; port: number };
const INSTALLATION_AT = `
select s.shardid as shard, s.shardminvalue = s.shardmaxvalue as "isAlone", n.nodeport as port
from pg_dist_shard s join pg_dist_placement p using (shardid) join pg_dist_node n using (groupid)
where s.shardid = get_shard_id_for_distribution_column('projects', $1::uuid)`;

const addProject = (url: string) => {
  const id = newId();
  return ask(url, "insert into projects (id, name, type, settings) values ($1, $2, 'outgoing', '{}')", [id, id]);
};

it("is refused on a PostgreSQL without Citus, and says what to do", async () => {
  await expect(spreadAtStart(plain.url)).rejects.toThrow(/has no Citus.*citus_add_node/);
});

describe.skipIf(missing)("a new database", () => {
  it("is spread once, by copies that start together, in few shards over all nodes", async () => {
    const url = await cluster.createDatabase("fresh");
    await migrate(url);
    const done = await Promise.all([spreadAtStart(url), spreadAtStart(url)]);
    expect(done.filter((one) => one === null)).toHaveLength(1);
    expect(done.find((one) => one !== null)).toMatchObject({ nodes: 2, shards: 8, onEveryNode: ["users"] });
    const places = await ask(url, "select nodeport from citus_shards where table_name::text = 'projects'");
    expect(places.length).toBeGreaterThanOrEqual(8);
    const ports = cluster.nodes.map(({ port }) => port);
    expect(new Set(places.map(({ nodeport }) => nodeport))).toEqual(new Set(ports));
    const own = (await ask<Place>(url, INSTALLATION_AT, [INSTALLATION]))[0] as Place;
    expect(own).toMatchObject({ isAlone: true, port: ports[0] });
    expect(places.filter(({ nodeport }) => nodeport === ports[0])).toHaveLength(1);
    const move = "select citus_move_shard_placement($1, '127.0.0.1', $2, '127.0.0.1', $3, 'block_writes')";
    await ask(url, move, [own.shard, own.port, ports[1]]);
    await spreadAtStart(url);
    expect(await ask(url, INSTALLATION_AT, [INSTALLATION])).toEqual([own]);
  });

  it("is refused where the server is not the coordinator, or knows no node", async () => {
    const url = await cluster.createDatabase("misled");
    await migrate(url);
    const node = new URL(url);
    node.port = String(cluster.nodes[1]?.port);
    await expect(spreadAtStart(node.href)).rejects.toThrow("it must be the coordinator");
    await ask(url, "select citus_remove_node(nodename, nodeport) from pg_dist_node where groupid <> 0");
    await expect(spreadAtStart(url)).rejects.toThrow(/no node that takes shards/);
  });
});

describe.skipIf(missing)("a database with projects", () => {
  it("is spread by the command alone, while no copy runs, with what is in it", async () => {
    const url = await cluster.createDatabase("grown");
    await migrate(url);
    await addProject(url);
    await expect(spreadAtStart(url)).rejects.toThrow(/hookyard db distribute/);
    const copy = await openConnection(url, { application_name: "hookyard work" });
    await expect(spreadFilled(url)).rejects.toThrow("1 connections of Hookyard are open");
    await copy.end();
    expect(await spreadFilled(url)).toMatchObject({ nodes: 2 });
    expect(await ask(url, "select id from projects")).toHaveLength(1);
    expect([await spreadFilled(url), await spreadAtStart(url)]).toEqual([null, null]);
  });
});

describe.skipIf(missing)("a database that is spread", () => {
  it("lets a copy start while a server is away, on a later day, and while somebody changes where projects are", async () => {
    const url = await cluster.createDatabase("started");
    await migrate(url);
    await spreadAtStart(url);
    const other = await openConnection(url);
    await other.query("select pg_advisory_lock(7204811533)");
    const node = cluster.nodes[1];
    await node?.kill();
    const inThreeDays = new Date(Date.now() + 3 * 86_400_000);
    expect((await migrate(url, inThreeDays)).ran).toEqual([]);
    expect(await spreadAtStart(url)).toBeNull();
    const inNineDays = new Date(Date.now() + 9 * 86_400_000);
    await expect(migrate(url, inNineDays)).rejects.toThrow();
    await node?.start();
    await other.end();
    await migrate(url, inNineDays);
  });

  it("is brought to a later schema, and what is new is spread too", async () => {
    const url = await cluster.createDatabase("older");
    const older = (await listMigrations()).filter((name) => name < "0094");
    await migrate(url, new Date(), undefined, { only: older });
    const client = await openConnection(url);
    await distribute(client);
    await client.end();
    expect((await migrate(url)).ran[0]).toMatch(/^0094/);
    const [left] = await ask(
      url,
      `select array_agg(c.relname) as names from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'project_id'
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
         and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid)`,
    );
    expect(left).toEqual({ names: null });
    const telling = await ask(
      url,
      "select proname from pg_proc where prosrc like '%pg_notify(%' and proname <> 'notify_directly'",
    );
    expect(telling).toEqual([]);
    await addProject(url);
    await ask(url, "update projects set name = 'b'");
  });
});
