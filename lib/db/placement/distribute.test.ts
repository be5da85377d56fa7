import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openConnection } from "@/lib/db/connection";
import { migrate } from "@/lib/db/migrate";
import { CitusCluster, missingCitus } from "@/lib/db/placement/citus-cluster.fixture";
import { distribute } from "@/lib/db/placement/distribute";
import { newId } from "@/lib/kernel/ids";

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
    await client.query(
      "insert into audit_log (id, action, actor_kind, actor_name, resource_type) values ($1, 'a', 'system', 'a', 'a')",
      [newId()],
    );
    await expect(distribute(client)).rejects.toThrow(/null/);
    expect(await select("select from pg_dist_partition")).toEqual([]);
    expect(await keysOfMembers()).toEqual(["projects", "users"]);
    await client.query("delete from audit_log");
  });

  it("is spread over the nodes by project, with its rows", async () => {
    const done = await distribute(client);
    expect(done).toMatchObject({ nodes: 2, onEveryNode: ["users"] });
    const spread = await select<{ table: string; column: string; colocation: number }>(
      `select p.logicalrelid::text as table, column_to_column_name(p.logicalrelid, p.partkey) as column, p.colocationid as colocation
       from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid where p.partmethod = 'h' and not c.relispartition`,
    );
    expect(spread.map(({ table }) => table).sort()).toEqual([...done.distributed].sort());
    const ofProjects = spread.filter(({ table }) => table !== "rate_buckets");
    expect(new Set(ofProjects.map(({ colocation }) => colocation)).size).toBe(1);
    expect(ofProjects.filter(({ table, column }) => column !== (table === "projects" ? "id" : "project_id"))).toEqual(
      [],
    );
    const nodes = await select<{ port: number }>(
      "select distinct nodeport as port from citus_shards where table_name::text = 'projects'",
    );
    expect(nodes).toHaveLength(2);
    expect(await select("select id from projects order by id")).toEqual([...projects].sort().map((id) => ({ id })));
    expect(await select("select from endpoints")).toHaveLength(projects.length);
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

  it("is left alone by another run", async () => {
    expect(await distribute(client)).toEqual({ nodes: 2, onEveryNode: [], distributed: [] });
  });
});
