import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openConnection } from "@/lib/db/connection";
import { type CitusCluster, missingCitus } from "@/lib/db/placement/citus-cluster.fixture";
import { openDistributed } from "@/lib/db/placement/distributed.fixture";
import { isolateProject } from "@/lib/db/placement/isolate";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database";
import { newId } from "@/lib/kernel/ids";
import { INSTALLATION } from "@/lib/kernel/installation";

const missing = missingCitus();
if (missing) console.log(`skipped: a project on a server of its own needs ${missing}.`);

const noted: string[] = [];
const isolate = (url: string, project: string, server?: string) =>
  isolateProject(url, { project, server }, (line) => void noted.push(line));

it("is refused on one server", async () => {
  const plain = await createTestDatabase();
  await expect(isolate(plain.url, "any")).rejects.toThrow("has no Citus");
  await plain.close();
});

describe.skipIf(missing)("a project of a spread database", () => {
  let cluster: CitusCluster;
  let database: TestDatabase;
  let url: string;
  let client: pg.Client;
  const projects = ["ann", "ben", "carl", "dora"].map((name) => ({ id: newId(), name }));
  const [ann, ben] = projects as [(typeof projects)[number], (typeof projects)[number]];

  beforeAll(async () => {
    ({ cluster, database } = await openDistributed());
    url = database.url;
    client = await openConnection(url);
    for (const { id, name } of projects) {
      await client.query("insert into projects (id, name, type, settings) values ($1, $2, 'outgoing', '{}')", [
        id,
        name,
      ]);
    }
  });
  afterAll(async () => {
    await client?.end();
    await database?.close();
  });

  /** The port of the server that has a project, and how many shards are on it. */
  async function placeOf(projectId: string): Promise<{ port: number; shards: number }> {
    const { rows } = await client.query<{ port: number; shards: number }>(
      `select nodeport as port, (select count(*)::int from citus_shards b where b.table_name = a.table_name and b.nodeport = a.nodeport) as shards
       from citus_shards a where a.table_name = 'projects'::regclass and shardid = get_shard_id_for_distribution_column('projects', $1::uuid)`,
      [projectId],
    );
    return rows[0] as { port: number; shards: number };
  }

  const expectAlone = async (projectId: string) => expect(await placeOf(projectId)).toMatchObject({ shards: 1 });

  it("that there is not is refused, and so is a server that there is not", async () => {
    await expect(isolate(url, "nobody")).rejects.toThrow("There is no project nobody.");
    await expect(isolate(url, ann.name, "there:1")).rejects.toThrow(/^there:1 is no server .* 127\.0\.0\.1:\d+\.$/);
  });

  it("gets a server of its own, on which it stays when shards are shared out", async () => {
    const before = await placeOf(ann.id);
    const { name, address, others } = await isolate(url, "ANN");
    const { port } = await placeOf(ann.id);
    expect({ name, address, others }).toEqual({ name: "ann", address: `127.0.0.1:${port}`, others: 0 });
    expect(port).not.toBe(before.port);
    await expectAlone(ann.id);
    await client.query("select rebalance_table_shards()");
    await expectAlone(ann.id);
    expect((await placeOf(ann.id)).port).toBe(port);
    await expectAlone(INSTALLATION);
    expect((await placeOf(INSTALLATION)).port).toBe(cluster.nodes[0]?.port);
    const { rows } = await client.query("select id from projects order by id");
    expect(rows.map(({ id }) => id)).toEqual(projects.map(({ id }) => id).sort());
  });

  it("has it again if asked again, and another cannot have the last", async () => {
    const { port } = await placeOf(ann.id);
    expect(await isolate(url, ann.id)).toMatchObject({ address: `127.0.0.1:${port}`, others: 0 });
    await expect(isolate(url, ben.id)).rejects.toThrow("No server would be left for the other projects.");
  });
});
