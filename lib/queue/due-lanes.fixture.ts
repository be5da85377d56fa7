import type pg from "pg";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database";
import { newId } from "@/lib/kernel/ids";
import type { EndpointStatus } from "@/lib/kernel/vocabulary";
import { FIND_DUE_LANES, type Found, type FoundLane, type Lane, MARK_DUE, REVISIT_LANES } from "@/lib/queue/due-lanes";
import { readWake, type Wake } from "@/lib/queue/wake";

let database: TestDatabase;
/** The pool of a database for the tests of one file, with one project and no lanes before each test. */
export let pool: pg.Pool;
export const projectId = newId();

/** Gives the tests of the file that calls it such a database. */
export function prepareLanes(): void {
  beforeAll(async () => {
    database = await createTestDatabase();
    pool = database.db.pool;
    await addProject(projectId);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await pool.query("truncate lanes, delivery_queue, endpoints cascade");
  });
}

export async function addProject(id: string): Promise<void> {
  await pool.query("insert into projects (id, name, type, settings) values ($1, $2, 'outgoing', '{}')", [id, id]);
}

type Row = { laneId: string; dueIn: string; lease?: string; isRetry?: boolean };

/** `dueIn` is an interval from now on. */
export async function queue({ laneId, dueIn, lease, isRetry = false }: Row): Promise<string> {
  const id = newId();
  await pool.query(
    `insert into delivery_queue (project_id, delivery_id, kind, lane_id, event_id, due_at, lease, num_trials)
     values ($1, $2, 'delivery', $3, $2, now() + $4::interval, $5, $6)`,
    [projectId, id, laneId, dueIn, lease ?? null, isRetry ? 1 : 0],
  );
  return id;
}

export async function find(search: { floor?: Date; fromProject?: string } = {}) {
  const { rows } = await pool.query<Found & (FoundLane | { laneId: null })>(
    FIND_DUE_LANES({ floor: search.floor ?? null, fromProject: search.fromProject ?? null }),
  );
  const [first] = rows as [Found, ...typeof rows];
  return { ...first, lanes: rows.flatMap((row) => (row.laneId === null ? [] : row)) };
}

export const mark = (laneId: string, delaySeconds = 0, of = projectId) =>
  pool.query(MARK_DUE([{ projectId: of, laneId, delaySeconds }]));
export const revisit = (laneId: string, pauseSeconds = 0) => pool.query(REVISIT_LANES([{ laneId, pauseSeconds }]));

/** Seconds until a lane is due; null if it is forgotten. */
export async function dueIn(laneId: string): Promise<number | null> {
  const { rows } = await pool.query(
    "select case when due_at = 'infinity' then 'Infinity' else extract(epoch from due_at - now()) end::float8 as s from lanes where lane_id = $1",
    [laneId],
  );
  return rows[0]?.s ?? null;
}

export async function addEndpoint(status: EndpointStatus, more: { rate_limit?: number } = {}): Promise<string> {
  const id = newId();
  await database.db
    .insertInto("endpoints")
    .values({ ...ENDPOINT, id, project_id: projectId, status, rate_limit: more.rate_limit ?? 0 })
    .execute();
  return id;
}

const ENDPOINT = { name: "an endpoint", url: "https://example.com/", http_timeout: 10 };

/** Collects the lanes named by notifications while `act` runs. */
export async function notified(act: () => Promise<unknown>): Promise<Lane[]> {
  return (await hear(act)).flatMap((wake) => (wake.kind === "lanes" ? wake.lanes : []));
}

/** Collects the notifications while `act` runs, which is given a way to see how many there are so far. */
export async function hear(act: (count: () => number) => Promise<unknown>): Promise<Wake[]> {
  const client = await pool.connect();
  const payloads: string[] = [];
  try {
    client.on("notification", ({ payload }) => payloads.push(payload ?? ""));
    await client.query("listen hookyard_work");
    await act(() => payloads.length);
    await client.query("select 1");
  } finally {
    client.removeAllListeners("notification");
    await client.query("unlisten hookyard_work");
    client.release();
  }
  return payloads.map(readWake);
}
