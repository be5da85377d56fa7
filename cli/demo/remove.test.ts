import { afterAll, beforeAll, expect, it } from "vitest";
import { removeDemos } from "@/cli/demo/remove";
import { ApiBench } from "@/lib/api/api.fixture";
import { World } from "@/lib/api/world.fixture";

let bench: ApiBench;
let world: World;

beforeAll(async () => {
  bench = await ApiBench.open();
  world = await World.open(bench);
});
afterAll(() => bench.close());

const query = <Row extends object>(text: string, ...values: unknown[]) =>
  bench.database.db.pool.query<Row>(text, values).then(({ rows }) => rows);

/** How many rows of a project each table has; only those that have any. */
async function countRows(projectId: string): Promise<Record<string, number>> {
  const tables = await query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'project_id'
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await query<{ count: number }>(`select count(*) from "${name}" where project_id = $1`, projectId);
    if (row && row.count > 0) counts[name] = row.count;
  }
  return counts;
}

it("removes nothing that the demo did not make, whatever its name", async () => {
  await query("update projects set name = 'Demo' where id = $1", world.incoming.id);
  const before = await countRows(world.incoming.id);
  expect(await removeDemos(bench.system)).toEqual([]);
  expect(await countRows(world.incoming.id)).toEqual(before);
});

it("removes a demo with one of everything from every table, and nothing of another project", async () => {
  const demo = world.incoming.id;
  await query(
    `update api_keys set name = 'npm run demo, today' where project_id = $1
     and id = (select id from api_keys where project_id = $1 order by id limit 1)`,
    demo,
  );
  expect(Object.keys(await countRows(demo)).length).toBeGreaterThan(15);
  const others = await countRows(world.outgoing.id);
  expect(await removeDemos(bench.system)).toEqual(["Demo"]);
  expect(await countRows(demo)).toEqual({});
  expect(await query("select id from projects where id = $1", demo)).toEqual([]);
  expect(await countRows(world.outgoing.id)).toEqual(others);
  const told = await query("select 1 from audit_log where action = 'project.removed' and resource_id = $1", demo);
  expect(told).toHaveLength(1);
});

it("goes on where a removal was interrupted", async () => {
  const demo = await bench.project("incoming");
  await query("update api_keys set name = 'npm run demo, ' || name where project_id = $1", demo.id);
  await query("update projects set deleted_at = now() where id = $1", demo.id);
  await query("delete from audit_log where project_id = $1", demo.id);
  expect(await removeDemos(bench.system)).toHaveLength(1);
  expect(await countRows(demo.id)).toEqual({});
});
