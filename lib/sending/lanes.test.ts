import { describe, expect, it } from "vitest";
import type { DeliveryWork } from "@/lib/queue/work";
import { Lanes } from "@/lib/sending/lanes";

const PER_LANE = 64;
const newLanes = () => new Lanes({ perLane: PER_LANE, total: 512 });
const lane = (laneId: string, projectId = "project") => ({ laneId, projectId });
const work = (laneId: string, deliveryId: string, numTrials = 0) =>
  ({ ...lane(laneId), deliveryId, numTrials, budgetFrom: 0 }) as DeliveryWork;

function fill(lanes: Lanes, laneId: string): number {
  let taken = 0;
  while (lanes.reserve(lane(laneId))) lanes.enqueue(work(laneId, String(taken++)));
  return taken;
}

function addRetries(lanes: Lanes, laneId: string, count: number): void {
  for (let made = 0; made < count; made++) {
    lanes.takePlace(lane(laneId), true);
    lanes.enqueue(work(laneId, `retry ${made}`, 1));
  }
}

function startAll(lanes: Lanes, laneId: string): DeliveryWork[] {
  const started: DeliveryWork[] = [];
  for (let next = lanes.start(laneId); next; next = lanes.start(laneId)) started.push(next);
  return started;
}

describe("lanes", () => {
  it("start each delivery once, in order, and no more than a lane may have in flight", () => {
    const lanes = newLanes();
    fill(lanes, "a");
    const started = startAll(lanes, "a");
    expect(started.map((one) => one.deliveryId)).toEqual(Array.from({ length: PER_LANE }, (_, place) => String(place)));
    lanes.finish(started[0] as DeliveryWork);
    expect(lanes.start("a")?.deliveryId).toBe(String(PER_LANE));
    expect(lanes.start("a")).toBeUndefined();
  });

  it("keep to an endpoint's own bound", () => {
    const lanes = newLanes();
    fill(lanes, "a");
    lanes.setOwnBounds(new Map([["a", 3]]));
    expect(startAll(lanes, "a")).toHaveLength(3);
    lanes.setOwnBounds(new Map());
    expect(startAll(lanes, "a")).toHaveLength(PER_LANE - 3);
  });

  it("yield to arriving events if they are late anyway, and only then", () => {
    let isPressed = true;
    const lanes = new Lanes({ perLane: PER_LANE, total: 512 }, () => isPressed);
    fill(lanes, "behind");
    const started = startAll(lanes, "behind");
    expect(started).toHaveLength(8);
    for (let n = 0; n < 20; n++) if (lanes.reserve(lane("in time"))) lanes.enqueue(work("in time", String(n)));
    expect(startAll(lanes, "in time")).toHaveLength(20);
    isPressed = false;
    lanes.finish(started[0] as DeliveryWork);
    expect(startAll(lanes, "behind")).toHaveLength(PER_LANE - 7);
  });

  it("let a new lane start although others hang with all their places", () => {
    const lanes = newLanes();
    for (let hung = 0; hung < 100; hung++) {
      fill(lanes, `hung ${hung}`);
      startAll(lanes, `hung ${hung}`);
    }
    expect(lanes.reserve(lane("healthy"))).toBe(true);
    lanes.enqueue(work("healthy", "1"));
    expect(lanes.start("healthy")?.deliveryId).toBe("1");
    expect(lanes.freePlaces(lane("late")).free).toBeGreaterThan(0);
  });

  it("give a project places although another's ten thousand lanes hang with all their places", () => {
    const lanes = newLanes();
    const reserve = (projectId: string, laneId: string) => {
      while (lanes.reserve(lane(laneId, projectId)));
    };
    for (let hung = 0; hung < 10_000; hung++) reserve("hung", `hung ${hung}`);
    expect(lanes.freeInProject("hung")).toBeLessThanOrEqual(0);
    const before = lanes.freeInAll();
    reserve("healthy", "healthy");
    expect(before - lanes.freeInAll()).toBeGreaterThan(100);
    for (let project = 0; project < 30; project++) {
      for (let hung = 0; hung < 100; hung++) reserve(`hung ${project}`, `${hung} of ${project}`);
    }
    expect(lanes.reserve(lane("late", "late"))).toBe(true);
  });

  it("say when a project that was full has free places again", () => {
    const lanes = newLanes();
    const filled: string[] = [];
    for (let hung = 0; lanes.freeInProject("project") > 0; hung++) {
      while (lanes.reserve(lane(`hung ${hung}`))) filled.push(`hung ${hung}`);
      lanes.setBacklog(lane(`hung ${hung}`), { firstAttempts: false });
    }
    expect(lanes.reserve(lane("waits"))).toBe(false);
    const released = filled.reverse().findIndex((laneId) => lanes.release(lane(laneId), false));
    expect(released).toBeGreaterThan(0);
    expect(released).toBeLessThan(100);
  });

  it("start a first attempt at once although hanging retries have all their places", () => {
    const lanes = newLanes();
    addRetries(lanes, "a", 200);
    expect(startAll(lanes, "a").length).toBeLessThan(PER_LANE);
    expect(lanes.reserve(lane("a"))).toBe(true);
    lanes.enqueue(work("a", "first"));
    expect(lanes.start("a")?.deliveryId).toBe("first");
  });

  it("start first attempts and retries in turn if both wait", () => {
    const lanes = newLanes();
    addRetries(lanes, "a", 100);
    fill(lanes, "a");
    const retries = startAll(lanes, "a").filter((one) => one.numTrials > 0);
    expect(retries).toHaveLength(PER_LANE / 2);
  });

  it("leave half of a lane's places to first attempts", () => {
    const lanes = newLanes();
    const { free, freeRetries } = lanes.freePlaces(lane("a"));
    addRetries(lanes, "a", freeRetries);
    expect(lanes.freePlaces(lane("a")).freeRetries).toBe(0);
    expect(lanes.freePlaces(lane("a")).free).toBeGreaterThan(free / 4);
  });

  it("send new deliveries behind a backlog until it is claimed", () => {
    const lanes = newLanes();
    const taken = fill(lanes, "a");
    expect(lanes.freePlaces(lane("a")).free).toBe(0);
    let worthClaiming = false;
    for (let settled = 0; settled < taken; settled++) worthClaiming ||= lanes.release(lane("a"), false);
    expect(worthClaiming).toBe(true);
    expect(lanes.reserve(lane("a"))).toBe(false);
    lanes.setBacklog(lane("a"), { firstAttempts: false });
    expect(lanes.reserve(lane("a"))).toBe(true);
  });

  it("forget a lane without deliveries", () => {
    const lanes = newLanes();
    lanes.reserve(lane("a"));
    lanes.release(lane("a"), false);
    expect([...lanes.known()]).toEqual([]);
    expect(lanes.freeInAll()).toBe(newLanes().freeInAll());
  });
});
