import { describe, expect, it } from "vitest";
import { Lanes, MAX_LANE_IN_FLIGHT } from "@/lib/delivery/lanes";
import type { DeliveryWork } from "@/lib/delivery/work";

const work = (laneId: string, deliveryId: string) => ({ laneId, deliveryId }) as DeliveryWork;

function fill(lanes: Lanes, laneId: string): number {
  let taken = 0;
  while (lanes.reserve(laneId)) lanes.enqueue(work(laneId, String(taken++)));
  return taken;
}

describe("lanes", () => {
  it("start each delivery once, in order, and no more than a lane may have in flight", () => {
    const lanes = new Lanes();
    fill(lanes, "a");
    const started: string[] = [];
    for (let next = lanes.start("a"); next; next = lanes.start("a")) started.push(next.deliveryId);
    expect(started).toEqual(Array.from({ length: MAX_LANE_IN_FLIGHT }, (_, place) => String(place)));
    lanes.finish("a");
    expect(lanes.start("a")?.deliveryId).toBe(String(MAX_LANE_IN_FLIGHT));
    expect(lanes.start("a")).toBeUndefined();
  });

  it("let a new lane start although others hang with all that they may have", () => {
    const lanes = new Lanes();
    for (let lane = 0; lane < 100; lane++) {
      fill(lanes, `hung ${lane}`);
      while (lanes.start(`hung ${lane}`));
    }
    const room = lanes.totalRoom();
    lanes.hold("healthy");
    lanes.enqueue(work("healthy", "1"));
    expect(lanes.start("healthy")?.deliveryId).toBe("1");
    expect(lanes.totalRoom()).toBe(room - 1);
  });

  it("send new deliveries behind a backlog until it is claimed", () => {
    const lanes = new Lanes();
    const taken = fill(lanes, "a");
    expect(lanes.room("a")).toBe(0);
    let worthClaiming = false;
    for (let settled = 0; settled < taken; settled++) worthClaiming ||= lanes.release("a");
    expect(worthClaiming).toBe(true);
    expect(lanes.reserve("a")).toBe(false);
    lanes.setBacklog("a", false);
    expect(lanes.reserve("a")).toBe(true);
  });

  it("forget a lane that holds nothing", () => {
    const lanes = new Lanes();
    lanes.reserve("a");
    lanes.release("a");
    expect([...lanes.busy()]).toEqual([]);
    expect(lanes.held).toBe(0);
  });
});
