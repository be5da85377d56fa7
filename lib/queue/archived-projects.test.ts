import { afterEach, describe, expect, it } from "vitest";
import { askPool } from "@/lib/db/ask";
import { newId } from "@/lib/kernel/ids";
import { claimProbes } from "@/lib/queue/claim-probes";
import {
  addEndpoint,
  addProject,
  dueIn,
  find,
  mark,
  pool,
  prepareLanes,
  projectId,
  queue,
  revisit,
} from "@/lib/queue/due-lanes.fixture";
import { OPEN_LANES } from "@/lib/queue/open-lanes";
import { RECORD } from "@/lib/queue/record";

prepareLanes();
afterEach(() => setArchived(false));

const setArchived = (is: boolean, id = projectId) =>
  pool.query(`update projects set archived_at = ${is ? "now()" : "null"} where id = $1`, [id]);

describe("the lanes of an archived project", () => {
  it("are closed, metered ones and those of meta events too, and wait without being touched", async () => {
    const lanes = [await addEndpoint("active"), await addEndpoint("active", { rate_limit: 5 }), projectId];
    for (const laneId of lanes) {
      await queue({ laneId, dueIn: "-1 second" });
      await mark(laneId);
    }
    expect((await find()).lanes.map(({ isClosed }) => isClosed)).toEqual([false, false, false]);
    await setArchived(true);
    expect((await find()).lanes.map(({ isClosed }) => isClosed)).toEqual([true, true, true]);
    for (const laneId of lanes) {
      await revisit(laneId);
      expect(await dueIn(laneId)).toBe(Number.POSITIVE_INFINITY);
    }
  });

  it("are due again when they are opened, although a worker visits them at that moment", async () => {
    const laneId = await addEndpoint("active");
    await queue({ laneId, dueIn: "-1 second" });
    await mark(laneId);
    await setArchived(true);
    await revisit(laneId);
    const client = await pool.connect();
    await client.query("begin");
    await client.query("update projects set archived_at = null where id = $1", [projectId]);
    await client.query(OPEN_LANES(projectId));
    await revisit(laneId);
    await client.query("commit");
    client.release();
    expect(await dueIn(laneId)).toBeLessThanOrEqual(0);
    expect((await find()).lanes.map(({ isClosed }) => isClosed)).toEqual([false]);
  });

  it("are not probed", async () => {
    const endpointId = await addEndpoint("pending");
    await queue({ laneId: endpointId, dueIn: "-1 second" });
    await pool.query(
      `insert into endpoint_health (project_id, endpoint_id, consecutive_failures, probe_at, probe_pause_seconds)
       values ($1, $2, 9, now() - interval '1 second', 30)`,
      [projectId, endpointId],
    );
    await setArchived(true);
    expect(await claimProbes(pool, newId())).toEqual([]);
    await setArchived(false);
    expect(await claimProbes(pool, newId())).toHaveLength(1);
  });
});

describe("a recording without a plan", () => {
  it("is for a live project that is not archived", async () => {
    const other = newId();
    await addProject(other);
    const isFresh = async (id = other) => {
      const guards = [{ projectId: id, version: null }];
      return (
        await askPool(pool)<{ fresh: boolean }>(RECORD({ guards, events: [], deliveries: [], workerId: null }))
      )[0]?.fresh;
    };
    expect([await isFresh(), await isFresh(newId())]).toEqual([true, false]);
    await setArchived(true, other);
    expect(await isFresh()).toBe(false);
    await setArchived(false, other);
    await pool.query("update projects set deleted_at = now() where id = $1", [other]);
    expect(await isFresh()).toBe(false);
  });
});
