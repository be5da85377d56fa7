import { describe, expect, it } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { FIND_DUE_LANES, FORGOTTEN_LANES, type Forgotten } from "@/lib/queue/due-lanes";
import { find, mark, notified, pool, prepareLanes, projectId, queue } from "@/lib/queue/due-lanes.fixture";
import { WAKE_LANES } from "@/lib/queue/wake";

prepareLanes();

describe("lanes whose marks were lost", () => {
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
