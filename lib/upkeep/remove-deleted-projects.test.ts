import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { World } from "@/lib/api/world.fixture";
import { INSTALLATION } from "@/lib/kernel/installation";
import { fillDay, makeDay } from "@/lib/upkeep/days.fixture";
import { listProjectTables } from "@/lib/upkeep/project-tables";
import { removeDeletedProjects } from "@/lib/upkeep/remove-deleted-projects";

let bench: ApiBench;
let world: World;
beforeAll(async () => {
  bench = await ApiBench.open();
  world = await World.open(bench);
  await makeDay(bench.database);
});
afterAll(() => bench.close());

const query = <Row extends object>(text: string, ...values: unknown[]) =>
  bench.database.db.pool.query<Row>(text, values).then(({ rows }) => rows);

const run = (isStopping = () => false, sliceRows = 2_000) =>
  removeDeletedProjects({ pool: bench.database.db.pool, log: pino({ level: "silent" }), sliceRows }, isStopping);

/** How many rows of a project each table has; only those that have any. */
async function countRows(projectId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { parent } of await listProjectTables(bench.database.db.pool)) {
    const [row] = await query<{ count: number }>(`select count(*) from ${parent} where project_id = $1`, projectId);
    if (row && row.count > 0) counts[parent] = row.count;
  }
  return counts;
}

async function end(project: ApiProject): Promise<string> {
  const signedIn = bench.signedIn(await world.owner());
  const { name } = (await project.ask("GET", "")).body.data;
  expect((await project.ask("POST", "/archive", { ...signedIn, body: { name } })).status).toBe(200);
  const { status, body } = await project.ask("DELETE", "", { ...signedIn, body: { name } });
  expect([status, body.data.name, body.data.deleted_at]).toEqual([202, name, expect.any(String)]);
  return name;
}

it("removes one of everything from every table, days included, and nothing of another project", async () => {
  const project = world.incoming;
  await fillDay(bench.database, project.id, null, { count: 25 });
  await fillDay(bench.database, world.outgoing.id, null, { count: 25, first: 100 });
  await query(
    "insert into rate_buckets values ($1, 1, now()), ($2, 1, now())",
    world.ids.endpointID,
    world.outgoing.id,
  );
  const tables = Object.keys(await countRows(project.id));
  expect(tables).toEqual(expect.arrayContaining(["events", "api_keys", "views", "invitations", "alert_routes"]));
  expect(tables.length).toBeGreaterThan(20);
  const others = await countRows(world.outgoing.id);
  const name = await end(project);
  await run(() => false, 10);
  expect(await countRows(project.id)).toEqual({});
  expect(await countRows(world.outgoing.id)).toEqual(others);
  expect(await query("select lane_id from rate_buckets")).toEqual([{ lane_id: world.outgoing.id }]);
  const told = "select action, resource_name, project_id, actor_kind from audit_log where resource_id = $1";
  expect(await query(told, project.id)).toEqual([
    { action: "project.deleted", resource_name: name, project_id: INSTALLATION, actor_kind: "user" },
  ]);
});

it("goes on where it was stopped after any slice", async () => {
  const project = await bench.project("outgoing");
  await fillDay(bench.database, project.id, null, { count: 30, first: 1_000 });
  await end(project);
  const sum = async () => Object.values(await countRows(project.id)).reduce((all, one) => all + one, 0);
  let left = await sum();
  const seen = new Set<number>();
  for (let stopAfter = 1; left > 0; stopAfter += 3) {
    let asked = 0;
    await run(() => ++asked > stopAfter, 7);
    const now = await sum();
    expect(now).toBeLessThanOrEqual(left);
    left = now;
    seen.add(left);
  }
  expect(seen.size).toBeGreaterThan(10);
});

it("keeps the row for a day, removes what was written late, and then the row", async () => {
  const project = await bench.project("outgoing");
  await end(project);
  await run();
  const row = () => query<{ emptied_at: Date | null }>("select emptied_at from projects where id = $1", project.id);
  expect(await row()).toEqual([{ emptied_at: expect.any(Date) }]);
  await query(
    `insert into event_stat_deltas (project_id, minute, accepted, duplicates, discarded, failed)
     values ($1, now(), 1, 0, 0, 0)`,
    project.id,
  );
  await run();
  expect(await countRows(project.id)).not.toEqual({});
  await query("update projects set emptied_at = emptied_at - interval '25 hours' where id = $1", project.id);
  await run();
  expect([await row(), await countRows(project.id)]).toEqual([[], {}]);
});

it("leaves to a source what it needs to remove its slot elsewhere, for a day at most", async () => {
  const project = await bench.project("outgoing");
  const source = await query<{ id: string }>(
    `insert into sources (project_id, id, mask_id, name, type) values ($1, gen_random_uuid(), $2, 's', 'db_change_stream') returning id`,
    project.id,
    project.id,
  );
  await query(
    "insert into source_consumers (project_id, source_id, has_remains) values ($1, $2, true)",
    project.id,
    source[0]?.id,
  );
  await end(project);
  await run();
  expect(Object.keys(await countRows(project.id)).sort()).toEqual(["source_consumers", "sources"]);
  await query("update projects set deleted_at = deleted_at - interval '25 hours' where id = $1", project.id);
  await run();
  expect(await countRows(project.id)).toEqual({});
});
