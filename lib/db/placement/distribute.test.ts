import { randomUUID } from "node:crypto";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openConnection } from "@/lib/db/connection";
import { migrate } from "@/lib/db/migrate";
import { CitusCluster, missingCitus } from "@/lib/db/placement/citus-cluster.fixture";
import { distribute } from "@/lib/db/placement/distribute";
import { readShardMap } from "@/lib/db/placement/shard-map";
import { hashUuid } from "@/lib/db/placement/uuid-hash";
import { newId } from "@/lib/kernel/ids";
import { INSTALLATION } from "@/lib/kernel/installation";

const missing = missingCitus();
if (missing) console.log(`skipped: a distributed database needs ${missing}.`);

let cluster: CitusCluster;
let client: pg.Client;
const projects = Array.from({ length: 8 }, () => newId());

const select = async <R extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
  (await client.query<R>(text, values)).rows;

/** The tables that those of a project's members refer to. */
async function keysOfMembers(): Promise<string[]> {
  const to = await select<{ to: string }>(
    "select confrelid::regclass::text as to from pg_constraint where conrelid = 'project_members'::regclass and contype = 'f'",
  );
  return to.map((row) => row.to).sort();
}

beforeAll(async () => {
  if (missing) return;
  cluster = await CitusCluster.open();
  const url = await cluster.createDatabase("filled");
  await migrate(url);
  client = await openConnection(url);
  await client.query("insert into users (id, email, name) values ($1, 'a@b.c', 'A')", [newId()]);
  await client.query("insert into rate_buckets (lane_id, tokens, refilled_at) values ($1, 1, now())", [newId()]);
  for (const id of projects) {
    await client.query("insert into projects (id, name, type, settings) values ($1, $2, 'outgoing', '{}')", [id, id]);
    await client.query("insert into endpoints (project_id, id, name, url) values ($1, $2, 'a', 'https://a')", [
      id,
      newId(),
    ]);
    await client.query("insert into project_members (project_id, user_id, role) select $1, id, 'admin' from users", [
      id,
    ]);
  }
});

afterAll(async () => {
  await client?.end();
  await cluster?.close();
});

describe.skipIf(missing)("a filled database", () => {
  it("is left as it was if something of it belongs to no project", async () => {
    await client.query("create table strays (project_id uuid); insert into strays values (null)");
    await expect(distribute(client)).rejects.toThrow(/NULL/);
    expect(await select("select from pg_dist_partition")).toEqual([]);
    expect(await keysOfMembers()).toEqual(["projects", "users"]);
    await client.query("drop table strays");
  });

  it("is spread over the nodes by project, with its rows", async () => {
    await client.query(
      "insert into audit_log (id, action, actor_kind, actor_name, resource_type) values ($1, 'a', 'system', 'a', 'a')",
      [newId()],
    );
    const done = await distribute(client);
    expect(done).toMatchObject({ nodes: 2, onEveryNode: ["users"] });
    const spread = await select<{ table: string; column: string; colocation: number }>(
      `select p.logicalrelid::text as table, column_to_column_name(p.logicalrelid, p.partkey) as column, p.colocationid as colocation
       from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid where p.partmethod = 'h' and not c.relispartition`,
    );
    expect(spread.map(({ table }) => table).sort()).toEqual([...done.distributed].sort());
    expect(new Set(spread.map(({ colocation }) => colocation)).size).toBe(1);
    expect(spread.filter(({ table, column }) => column !== (table === "projects" ? "id" : "project_id"))).toEqual([]);
    const nodes = await select<{ port: number }>(
      "select distinct nodeport as port from citus_shards where table_name::text = 'projects'",
    );
    expect(nodes).toHaveLength(2);
    expect(await select("select id from projects order by id")).toEqual([...projects].sort().map((id) => ({ id })));
    expect(await select("select from endpoints")).toHaveLength(projects.length);
    expect(await select("select project_id from audit_log")).toEqual([{ project_id: INSTALLATION }]);
    expect(await select("select from project_members m join users u on u.id = m.user_id")).toHaveLength(
      projects.length,
    );
  });

  it("leaves no table of projects on one server", async () => {
    const left = await select(
      `select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'project_id'
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
         and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid)`,
    );
    expect(left).toEqual([]);
  });

  it("has each project where the map of its shards says", async () => {
    const map = await readShardMap(client);
    const ids = [
      ...projects,
      ...Array.from({ length: 500 }, () => newId()),
      ...Array.from({ length: 500 }, () => randomUUID()),
    ];
    const found = await select<{ hash: number; shard: string }>(
      `select worker_hash(p) as hash, (select s.shardid from pg_dist_shard s where s.logicalrelid = 'projects'::regclass
         and worker_hash(p) between s.shardminvalue::int and s.shardmaxvalue::int)::text as shard
       from unnest($1::uuid[]) with ordinality as u(p, place) order by place`,
      [ids],
    );
    expect(ids.map(hashUuid)).toEqual(found.map(({ hash }) => hash));
    const names = found.map(({ shard }) => `projects_${shard}`);
    expect(ids.map((id) => map.of(id).names.get("projects"))).toEqual(names);
    expect(new Set(names).size).toBe(4);
  });

  it("keeps its foreign keys", async () => {
    expect(await keysOfMembers()).toEqual(["projects", "users"]);
  });

  it("counts a change of its configuration on the node where it lies", async () => {
    const [projectId] = projects;
    const version = async () =>
      (await select<{ v: number }>("select config_version as v from projects where id = $1", [projectId]))[0]?.v ?? 0;
    const before = await version();
    await client.query("insert into endpoints (project_id, id, name, url) values ($1, $2, 'b', 'https://b')", [
      projectId,
      newId(),
    ]);
    expect(Number(await version())).toBe(Number(before) + 1);
    expect(
      await select("select kind from config_changes where project_id = $1 and version = $2", [
        projectId,
        Number(before) + 1,
      ]),
    ).toEqual([{ kind: "endpoint" }]);
  });

  it("forgets the buckets of no project, and makes them anew with theirs", async () => {
    expect(await select("select from rate_buckets")).toEqual([]);
    const [projectId] = projects;
    const take = () => select("select taken, tokens from take_tokens($1, 10, 1e9, 4)", [projectId]);
    expect(await take()).toMatchObject([{ taken: 4 }]);
    expect(await take()).toMatchObject([{ taken: 4 }]);
    expect(await take()).toMatchObject([{ taken: 2 }]);
    expect(await select("select lane_id, project_id from rate_buckets")).toEqual([
      { lane_id: projectId, project_id: projectId },
    ]);
  });

  it("tells the rows of each table apart on every node, so that they can change while they move", async () => {
    const alike = await select<{ result: string }>(
      `select result from run_command_on_all_nodes($$
         select coalesce(string_agg(c.relname, ' '), '') from pg_class c
         where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relreplident <> 'f'
           and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'project_id')
           and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)$$)`,
    );
    expect(alike.map(({ result }) => result)).toEqual(["", "", ""]);
  });

  it("is left alone by another run", async () => {
    expect(await distribute(client)).toEqual({ nodes: 2, onEveryNode: [], distributed: [] });
  });
});
