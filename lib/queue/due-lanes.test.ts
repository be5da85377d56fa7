import type pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database";
import { newId } from "@/lib/kernel/ids";
import type { EndpointStatus } from "@/lib/kernel/vocabulary";
import {
  FIND_DUE_LANES,
  FORGOTTEN_LANES,
  type Forgotten,
  type Found,
  type FoundLane,
  MARK_DUE,
  MOST_DUE,
  REVISIT_LANES,
} from "@/lib/queue/due-lanes";
import { readWokenLanes, WAKE_LANES } from "@/lib/queue/wake";

let database: TestDatabase;
let pool: pg.Pool;
const projectId = newId();

beforeAll(async () => {
  database = await createTestDatabase();
  pool = database.db.pool;
  await addProject(projectId);
});
afterAll(() => database.close());
beforeEach(async () => {
  await pool.query("truncate lanes, delivery_queue, endpoints cascade");
});

async function addProject(id: string): Promise<void> {
  await pool.query("insert into projects (id, name, type, settings) values ($1, $2, 'outgoing', '{}')", [id, id]);
}

type Row = { laneId: string; dueIn: string; lease?: string; isRetry?: boolean };

/** `dueIn` is an interval from now on. */
async function queue({ laneId, dueIn, lease, isRetry = false }: Row): Promise<string> {
  const id = newId();
  await pool.query(
    `insert into delivery_queue (project_id, delivery_id, kind, lane_id, event_id, due_at, lease, num_trials)
     values ($1, $2, 'delivery', $3, $2, now() + $4::interval, $5, $6)`,
    [projectId, id, laneId, dueIn, lease ?? null, isRetry ? 1 : 0],
  );
  return id;
}

async function find(search: { floor?: Date; fromProject?: string } = {}) {
  const { rows } = await pool.query<Found & (FoundLane | { laneId: null })>(
    FIND_DUE_LANES({ floor: search.floor ?? null, fromProject: search.fromProject ?? null }),
  );
  const [first] = rows as [Found, ...typeof rows];
  return { ...first, lanes: rows.flatMap((row) => (row.laneId === null ? [] : row)) };
}

const mark = (laneId: string, delaySeconds = 0, of = projectId) =>
  pool.query(MARK_DUE([{ projectId: of, laneId, delaySeconds }]));
const revisit = (laneId: string, pauseSeconds = 0) => pool.query(REVISIT_LANES([{ laneId, pauseSeconds }]));

/** Seconds until a lane is due; null if it is forgotten. */
async function dueIn(laneId: string): Promise<number | null> {
  const { rows } = await pool.query(
    "select case when due_at = 'infinity' then 'Infinity' else extract(epoch from due_at - now()) end::float8 as s from lanes where lane_id = $1",
    [laneId],
  );
  return rows[0]?.s ?? null;
}

async function addEndpoint(status: EndpointStatus, more: { rate_limit?: number } = {}): Promise<string> {
  const id = newId();
  await database.db
    .insertInto("endpoints")
    .values({ ...ENDPOINT, id, project_id: projectId, status, rate_limit: more.rate_limit ?? 0 })
    .execute();
  return id;
}

const ENDPOINT = { name: "an endpoint", url: "https://example.com/", http_timeout: 10 };

describe("lanes that are due", () => {
  it("are found once they are marked, those that have been due longest first", async () => {
    const [first, second] = [newId(), newId()];
    await mark(first);
    await mark(second);
    const found = await find();
    expect(found.lanes.map(({ laneId }) => laneId)).toEqual([first, second]);
    expect(found.isCut).toBe(false);
  });

  it("include the time of the next one, if it is soon", async () => {
    // Time does not pass within a transaction.
    const client = await pool.connect();
    try {
      await client.query("begin");
      for (const delaySeconds of [60, 0.9])
        await client.query(MARK_DUE([{ projectId, laneId: newId(), delaySeconds }]));
      const { rows } = await client.query<Found>(FIND_DUE_LANES({ floor: null, fromProject: null }));
      expect(rows).toMatchObject([{ laneId: null, nextMs: 900 }]);
    } finally {
      await client.query("rollback");
      client.release();
    }
  });

  it("are due by their earliest mark", async () => {
    const laneId = newId();
    await mark(laneId, 5);
    await mark(laneId, 60);
    expect(await dueIn(laneId)).toBeLessThanOrEqual(5);
    await mark(laneId);
    expect(await dueIn(laneId)).toBeLessThanOrEqual(0);
  });

  it("are not read again below the floor of the previous search", async () => {
    await mark(newId());
    const { floor } = await find();
    await pool.query("update lanes set due_at = now() - interval '5 minutes'");
    expect((await find({ floor })).lanes).toEqual([]);
    expect((await find()).lanes).toHaveLength(1);
    await mark(newId());
    expect((await find({ floor })).lanes).toHaveLength(1);
  });

  it("of other projects are found although one project has thousands", async () => {
    const hidden = newId();
    await pool.query(
      "insert into lanes (lane_id, project_id, due_at) select gen_random_uuid(), $1, now() - interval '1 second' from generate_series(1, 3000)",
      [projectId],
    );
    const other = newId();
    await mark(hidden, 0, other);
    const found = await find();
    expect(found.isCut).toBe(true);
    expect(found.lanes.length).toBeLessThanOrEqual(MOST_DUE + 16);
    expect(found.lanes).toContainEqual(expect.objectContaining({ laneId: hidden, projectId: other }));
  });

  it("of projects beyond one turn are found in the next turns", async () => {
    await pool.query(
      "insert into lanes (lane_id, project_id, due_at) select gen_random_uuid(), gen_random_uuid(), now() - interval '1 second' from generate_series(1, 600)",
    );
    const seen = new Set<string>();
    let fromProject: string | undefined;
    for (let turn = 0; turn < 5; turn++) {
      const found = await find(fromProject ? { fromProject } : {});
      for (const { laneId } of found.lanes) seen.add(laneId);
      fromProject = found.nextProject ?? undefined;
    }
    expect(seen.size).toBe(600);
  });

  it("carry the bounds of their endpoint", async () => {
    const [active, paused, limited, gone] = [
      await addEndpoint("active"),
      await addEndpoint("paused"),
      await addEndpoint("active", { rate_limit: 3 }),
      await addEndpoint("inactive"),
    ];
    const meta = projectId;
    for (const laneId of [active, paused, limited, gone, meta]) await mark(laneId);
    const found = new Map((await find()).lanes.map((lane) => [lane.laneId, lane]));
    const kind = (laneId: string) => {
      const { isClosed, isMetered } = found.get(laneId) as FoundLane;
      return { isClosed, isMetered };
    };
    expect(kind(active)).toEqual({ isClosed: false, isMetered: false });
    expect(kind(paused)).toEqual({ isClosed: true, isMetered: false });
    expect(kind(limited)).toEqual({ isClosed: false, isMetered: true });
    expect(kind(gone)).toEqual({ isClosed: false, isMetered: false });
    expect(kind(meta)).toEqual({ isClosed: false, isMetered: false });
    expect(found.get(limited)).toMatchObject({ rateLimit: 3, destinationId: limited });
  });
});

describe("a lane that was visited", () => {
  it("becomes due with its earliest waiting delivery", async () => {
    const laneId = newId();
    await queue({ laneId, dueIn: "100 seconds" });
    await queue({ laneId, dueIn: "30 seconds", isRetry: true });
    await mark(laneId);
    await revisit(laneId);
    expect(await dueIn(laneId)).toBeGreaterThan(28);
    expect(await dueIn(laneId)).toBeLessThanOrEqual(30);
  });

  it("becomes due behind the others if work is left, or after a pause", async () => {
    const laneId = newId();
    await queue({ laneId, dueIn: "-1 minute" });
    await mark(laneId);
    const other = newId();
    await mark(other);
    await revisit(laneId);
    expect((await find()).lanes.map((lane) => lane.laneId)).toEqual([other, laneId]);
    await revisit(laneId, 20);
    expect(await dueIn(laneId)).toBeGreaterThan(18);
  });

  it("is forgotten if nothing waits, or only leased deliveries or later ones of a sequence", async () => {
    const laneId = newId();
    await queue({ laneId, dueIn: "1 minute", lease: newId() });
    await queue({ laneId, dueIn: "infinity" });
    await mark(laneId);
    await revisit(laneId);
    expect(await dueIn(laneId)).toBeNull();
  });

  it("is not searched while its endpoint is closed, and is announced when the endpoint opens", async () => {
    const laneId = await addEndpoint("paused");
    await queue({ laneId, dueIn: "-1 second" });
    await mark(laneId);
    await revisit(laneId);
    expect(await dueIn(laneId)).toBe(Number.POSITIVE_INFINITY);
    const told = await notified(() => pool.query("update endpoints set status = 'active' where id = $1", [laneId]));
    expect(told).toEqual([{ projectId, laneId }]);
    await mark(laneId);
    expect(await dueIn(laneId)).toBeLessThanOrEqual(0);
  });

  it("stays due if it was marked during the visit", async () => {
    const laneId = newId();
    await mark(laneId);
    const marking = await pool.connect();
    try {
      await marking.query("begin");
      await marking.query(MARK_DUE([{ projectId, laneId, delaySeconds: 0 }]));
      // Waits for nothing: the row is left to the transaction that marks it.
      await revisit(laneId);
      await marking.query("commit");
    } finally {
      marking.release();
    }
    expect(await dueIn(laneId)).toBeLessThanOrEqual(0);
  });

  it("loses no mark, however many are made and visited at once", async () => {
    const laneId = newId();
    const left = async () => (await pool.query("select from delivery_queue where lane_id = $1", [laneId])).rowCount;
    const produce = async () => {
      for (let made = 0; made < 150; made++) {
        await queue({ laneId, dueIn: "0" });
        await mark(laneId);
      }
    };
    let isProducing = true;
    const consume = async () => {
      while (isProducing || (await dueIn(laneId)) !== null) {
        const { lanes } = await find();
        if (lanes.length === 0) continue;
        await pool.query(
          "delete from delivery_queue where ctid = any(array(select ctid from delivery_queue where lane_id = $1 limit 3 for update skip locked))",
          [laneId],
        );
        await revisit(laneId);
      }
    };
    const consuming = [consume(), consume()];
    await Promise.all([produce(), produce()]);
    isProducing = false;
    await Promise.all(consuming);
    expect(await left()).toBe(0);
  });
});

describe("loses no mark, however many marks and visits run at once", () => {
  const forgotten = async (closedToo: boolean) => {
    const lanes: string[] = [];
    let after: string | null = null;
    for (;;) {
      const { rows }: { rows: Forgotten[] } = await pool.query<Forgotten>(
        FORGOTTEN_LANES({ after, limit: 2, closedToo }),
      );
      lanes.push(...rows.flatMap(({ laneId }) => laneId ?? []));
      after = rows[0]?.next ?? null;
      if (after === null) return lanes.sort();
    }
  };

  it("are found page by page, closed ones included on request", async () => {
    const [unmarked, late, marked, closed, leased] = [newId(), newId(), newId(), newId(), newId()];
    for (const laneId of [unmarked, late, marked, closed]) await queue({ laneId, dueIn: "-1 second" });
    await queue({ laneId: leased, dueIn: "1 minute", lease: newId() });
    await mark(late, 60);
    await mark(marked);
    await pool.query("update lanes set due_at = now() - interval '2 seconds' where lane_id = $1", [marked]);
    await mark(closed);
    await pool.query("update lanes set due_at = 'infinity' where lane_id = $1", [closed]);
    expect(await forgotten(false)).toEqual([unmarked, late].sort());
    expect(await forgotten(true)).toEqual([unmarked, late, closed].sort());
  });
});

describe("the workers of all copies", () => {
  it("hear of lanes by name, however many there are", async () => {
    const lanes = Array.from({ length: 250 }, () => ({ projectId, laneId: newId() }));
    const told = await notified(() => pool.query(WAKE_LANES([...lanes, ...lanes])));
    expect(told.map(({ laneId }) => laneId).sort()).toEqual(lanes.map(({ laneId }) => laneId).sort());
  });
});

/** Collects the lanes named by notifications while `act` runs. */
async function notified(act: () => Promise<unknown>) {
  const client = await pool.connect();
  const payloads: string[] = [];
  try {
    client.on("notification", ({ payload }) => payloads.push(payload ?? ""));
    await client.query("listen hookyard_work");
    await act();
    await client.query("select 1");
  } finally {
    client.removeAllListeners("notification");
    await client.query("unlisten hookyard_work");
    client.release();
  }
  return payloads.flatMap(readWokenLanes);
}

describe("a search", () => {
  it("costs as much as is due, however many lanes and rows wait for later, even beside an old database snapshot", async () => {
    const dump = await pool.connect();
    try {
      await dump.query("begin isolation level repeatable read");
      await dump.query("select count(*) from projects");
      await pool.query(
        `insert into delivery_queue (project_id, delivery_id, kind, lane_id, event_id, due_at, num_trials)
         select $1, gen_random_uuid(), 'delivery', md5((n % 5000)::text)::uuid, gen_random_uuid(), now() + interval '1 hour', 1
         from generate_series(1, 25000) n`,
        [projectId],
      );
      await pool.query(
        "insert into lanes (lane_id, project_id, due_at) select distinct lane_id, project_id, now() + interval '1 hour' from delivery_queue",
      );
      // All of them were due several times, and the index still has the old entries for the old database snapshot.
      for (let round = 0; round < 3; round++) {
        await pool.query("update lanes set due_at = now() - interval '3 minutes'");
        await pool.query("update lanes set due_at = now() + interval '1 hour'");
      }
      const { floor } = await find();
      const { rows } = await pool.query({
        text: `explain (analyze, buffers, format json) ${FIND_DUE_LANES({ floor: null, fromProject: null }).text}`,
        values: [floor, null],
      });
      const [{ Plan }] = rows[0]["QUERY PLAN"];
      expect(Plan["Shared Hit Blocks"] + Plan["Shared Read Blocks"], JSON.stringify(Plan)).toBeLessThan(50);
    } finally {
      await dump.query("rollback");
      dump.release();
    }
  });
});
