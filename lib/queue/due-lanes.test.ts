import { describe, expect, it } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { FIND_DUE_LANES, type Found, type FoundLane, MARK_DUE, MOST_DUE } from "@/lib/queue/due-lanes";
import {
  addEndpoint,
  dueIn,
  find,
  mark,
  notified,
  pool,
  prepareLanes,
  projectId,
  queue,
  revisit,
} from "@/lib/queue/due-lanes.fixture";

prepareLanes();

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
