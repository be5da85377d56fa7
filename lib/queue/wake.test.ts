import { expect, it } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { until } from "@/lib/program/engines.fixture";
import { dueIn, hear, pool, prepareLanes, projectId } from "@/lib/queue/due-lanes.fixture";
import { LaneMarks } from "@/lib/queue/lane-marks";
import { readWake, WAKE, WAKE_FOR, WAKE_LANES } from "@/lib/queue/wake";
import { Waker } from "@/lib/queue/waker";

prepareLanes();

const onError = (error: unknown) => {
  throw error;
};
const turnsOf = (wakes: Awaited<ReturnType<typeof hear>>) =>
  wakes.flatMap((wake) => (wake.kind === "left" ? wake.turn : []));

it("tells of lanes, of what is left to any, or of any work", async () => {
  const lane = { projectId, laneId: newId() };
  const left = { turn: 7, work: ["inbox", "pulls"] } as const;
  expect(
    await hear(async () => {
      await pool.query(WAKE_LANES([lane]));
      await pool.query(WAKE_FOR(left));
      await pool.query(WAKE());
    }),
  ).toEqual([{ kind: "lanes", lanes: [lane] }, { kind: "left", ...left }, { kind: "any" }]);
});

it.each(["7", "7:", "7:something-else", ":inbox", "-1:inbox", "x:inbox"])("takes %j for any work", (payload) => {
  expect(readWake(payload)).toEqual({ kind: "any" });
});

it("marks the lanes that a copy leaves to others, and tells of many marks at once", async () => {
  const lanes = Array.from({ length: 30 }, () => ({ projectId, laneId: newId() }));
  const marks = new LaneMarks(pool, { onError });
  const heard = await hear(async () => {
    for (const lane of lanes) marks.mark([lane]);
    await until(async () => (await Promise.all(lanes.map(({ laneId }) => dueIn(laneId)))).every((due) => due !== null));
    await marks.stop();
  });
  expect(heard[0]).toMatchObject({ kind: "left", work: ["deliveries"] });
  expect(heard.length).toBeLessThan(lanes.length / 2);
});

it("wakes the other copies every 10 ms at most, however the marks come, and lets their workers take turns", async () => {
  const marks = new LaneMarks(pool, { onError });
  const askedAt: number[] = [];
  const note = () => askedAt.push(performance.now());
  const heard = await hear(async (count) => {
    pool.on("acquire", note);
    const marking = setInterval(() => marks.mark([{ projectId, laneId: newId() }]), 1);
    await until(() => count() >= 40);
    clearInterval(marking);
    pool.off("acquire", note);
    await marks.stop();
  });
  const turns = turnsOf(heard);
  // 40 notifications take 0.4 s at least, and a turn lasts a quarter of a second.
  const steps = turns.slice(1).map((turn, place) => turn - (turns[place] ?? 0));
  expect(new Set(steps)).toEqual(new Set([0, 1]));
  const pauses = askedAt.slice(1).map((at, place) => at - (askedAt[place] ?? 0));
  // A timer may be a millisecond early.
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(9);
});

it("tells nobody of a lane that is due later, nor where it is this copy that works on it", async () => {
  let marked = 0;
  const later = new LaneMarks(pool, { onError });
  const own = new LaneMarks(pool, {
    onError,
    onMarked: () => {
      marked += 1;
    },
  });
  const heard = await hear(async () => {
    later.mark([{ projectId, laneId: newId() }], 60_000);
    await later.stop();
    own.mark([{ projectId, laneId: newId() }]);
    await until(() => marked === 1);
  });
  expect(heard).toEqual([]);
});

it("tells of work at once, and of what comes soon after together", async () => {
  const waker = new Waker(pool);
  const heard = await hear(async (count) => {
    for (const work of ["inbox", "pulls", "inbox", "pulls"] as const) waker.tell(work);
    await until(() => count() === 2);
  });
  expect(heard.map((wake) => wake.kind === "left" && wake.work)).toEqual([["inbox"], ["inbox", "pulls"]]);
});
