import { afterAll, beforeAll, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { writeIncident } from "@/lib/api/watched.fixture";
import { newId } from "@/lib/kernel/ids";
import { compareWatermarks, READ_WATERMARKS, type Watermarks } from "@/lib/nouns/signals/watermarks";
import { foldCounters } from "@/lib/queue/fold-counters";

let bench: ApiBench;
let project: ApiProject;
beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("incoming");
});
afterAll(() => bench.close());

const pool = () => bench.services.dbOf(project.id).pool;

async function read(): Promise<Watermarks> {
  const { rows } = await pool().query<Watermarks>(READ_WATERMARKS([project.id]));
  return rows[0] as Watermarks;
}

async function fold(): Promise<void> {
  const client = await pool().connect();
  await foldCounters(client);
  client.release();
}

const count = (hours: string, counts: Record<string, number>) =>
  pool().query(
    `insert into endpoint_stat_deltas (project_id, destination_id, minute, ${Object.keys(counts).join(", ")})
     values ($1, $2, date_trunc('hour', now()) - $3::interval, ${Object.values(counts).join(", ")})`,
    [project.id, newId(), hours],
  );
const accept = (accepted: number) =>
  pool().query(
    "insert into event_stat_deltas (project_id, minute, accepted) values ($1, date_trunc('minute', now()), $2)",
    [project.id, accepted],
  );

it("tells what was counted, once, and nothing when counters are folded", async () => {
  const first = await read();
  await accept(3);
  await accept(4);
  const second = await read();
  expect(compareWatermarks(first, second)).toEqual({ changed: ["events"], newEvents: 7 });
  await fold();
  const third = await read();
  expect(compareWatermarks(second, third)).toEqual({ changed: [], newEvents: 0 });
  await accept(1);
  await fold();
  expect(compareWatermarks(third, await read())).toEqual({ changed: ["events"], newEvents: 1 });
});

it("tells of attempts, of a resend that takes an outcome back, and of what became of old deliveries", async () => {
  let before = await read();
  const expectDeliveries = async () => {
    const after = await read();
    expect(compareWatermarks(before, after)).toEqual({ changed: ["deliveries"], newEvents: 0 });
    before = after;
  };
  await count("0 h", { attempts: 1, attempts_failed: 1 });
  await expectDeliveries();
  await count("0 h", { succeeded: -1 });
  await expectDeliveries();
  await count("72 h", { discarded: 1 });
  await expectDeliveries();
  await fold();
  expect(compareWatermarks(before, await read()).changed).toEqual([]);
});

it("tells nothing of an hour that is no longer read", () => {
  const watermarks = {
    project_id: project.id,
    deliveries: {},
    late: null,
    audit_log: null,
    alerts: null,
    incidents: null,
    problems: null,
    receivers: null,
  };
  const before = { ...watermarks, accepted: { "3600": "9 0 0 0", "7200": "4 0 0 0" } };
  const after = { ...watermarks, accepted: { "7200": "4 0 0 0", "10800": "2 0 0 0" } };
  expect(compareWatermarks(before, after)).toEqual({ changed: ["events"], newEvents: 2 });
  expect(compareWatermarks(after, { ...watermarks, accepted: { "10800": "2 0 0 0" } })).toEqual({
    changed: [],
    newEvents: 0,
  });
});

it("tells of an incident that opens, goes on and recovers", async () => {
  const { db } = bench.services;
  let before = await read();
  const expectIncidents = async () => {
    const after = await read();
    expect(compareWatermarks(before, after)).toEqual({ changed: ["incidents"], newEvents: 0 });
    before = after;
  };
  const id = await writeIncident(db, { projectID: project.id, endpointID: newId(), deliveryID: newId() }, "watched");
  await expectIncidents();
  await db.pool.query("update incidents set attempts = attempts + 1 where id = $1", [id]);
  await expectIncidents();
  await db.pool.query("update incidents set recovered_at = now() where id = $1", [id]);
  await expectIncidents();
});

it("tells of a problem that is raised, goes on and ends, and of the messages about it", async () => {
  const { pool } = bench.services.db;
  let before = await read();
  const id = newId();
  const expectProblems = async (text: string) => {
    await pool.query(text.replaceAll("PROJECT", `'${project.id}'`).replaceAll("ID", `'${id}'`));
    const after = await read();
    expect(compareWatermarks(before, after)).toEqual({ changed: ["problems"], newEvents: 0 });
    before = after;
  };
  await pool.query(
    `insert into problems (project_id, id, kind, level, subject_type, subject_id, subject_name, cause, since)
     values ($1, $2, 'source_down', 'critical', 'source', 's', 'orders', '', now())`,
    [project.id, id],
  );
  expect(compareWatermarks(before, await read()).changed).toEqual([]);
  await expectProblems("update problems set raised_at = now() where id = ID");
  await expectProblems("update problems set amount = 7 where id = ID");
  await expectProblems(
    "insert into notifications (id, project_id, channel, subject, body) values (ID, PROJECT, 'slack', 's', 'b')",
  );
  await expectProblems("update notifications set num_trials = 1 where id = ID");
  await expectProblems("update notifications set sent_at = now(), due_at = null where id = ID");
  await expectProblems("update problems set ended_at = now() where id = ID");
});
