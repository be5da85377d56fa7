import { describe, expect, it } from "vitest";
import { chooseLanes } from "@/lib/sending/choose-lanes";
import { Lanes } from "@/lib/sending/lanes";

const newLanes = () => new Lanes({ perLane: 64, total: 512 });
const lanesOf = (projectId: string, count: number) =>
  Array.from({ length: count }, (_, place) => ({ projectId, laneId: `${projectId} ${place}` }));

describe("the choice of lanes", () => {
  it("lets projects take turns, however many lanes one of them has", () => {
    const due = [...lanesOf("wide", 200), ...lanesOf("narrow", 1), ...lanesOf("other", 2)];
    const { lanes, full } = chooseLanes(due, newLanes());
    expect(lanes).toHaveLength(203);
    expect(full).toEqual([]);
    const order = lanes.map(({ projectId }) => projectId);
    expect(order.slice(0, 5)).toEqual(["wide", "narrow", "other", "wide", "other"]);
  });

  it("never claims more for a project than it has places", () => {
    const places = newLanes();
    const { lanes } = chooseLanes(lanesOf("wide", 256), places);
    const sum = lanes.reduce((total, { free }) => total + free, 0);
    expect(sum).toBeLessThanOrEqual(places.freeInProject("wide"));
    expect(Math.min(...lanes.map(({ free }) => free))).toBeGreaterThan(0);
    for (const { free, freeRetries } of lanes) expect(freeRetries).toBeLessThanOrEqual(free);
  });

  it("gives a lane alone as much as it has free places", () => {
    const places = newLanes();
    const [lane] = lanesOf("narrow", 1);
    expect(chooseLanes(lanesOf("narrow", 1), places).lanes).toEqual([
      { ...lane, ...places.freePlaces({ projectId: "narrow", laneId: "narrow 0" }) },
    ]);
  });

  it("names the lanes without a free place", () => {
    const places = newLanes();
    const lane = { projectId: "wide", laneId: "wide 1" };
    while (places.reserve(lane)) {
      // Fills the lane.
    }
    const { lanes, full } = chooseLanes(lanesOf("wide", 3), places);
    expect(lanes.map(({ laneId }) => laneId)).toEqual(["wide 0", "wide 2"]);
    expect(full).toEqual([lane]);
  });

  it("leaves out lanes for which the project has no free place", () => {
    const places = newLanes();
    for (let hung = 0; places.freeInProject("wide") > 2; hung++) {
      const lane = { projectId: "wide", laneId: `hung ${hung}` };
      while (places.freeInProject("wide") > 2 && places.reserve(lane)) {
        // Fills the project up to two places.
      }
    }
    const left = places.freeInProject("wide");
    const { lanes, full } = chooseLanes(lanesOf("wide", 5), places);
    expect(lanes.map(({ free }) => free)).toEqual(Array.from({ length: left }, () => 1));
    expect(full).toHaveLength(5 - left);
  });
});
