import type { LanePlaces } from "@/lib/queue/claim";
import type { Lane } from "@/lib/queue/due-lanes";
import type { Lanes } from "@/lib/sending/lanes";

export type Choice = {
  /** In turn over the projects, each lane with the places that its claim may fill. */
  readonly lanes: readonly (Lane & LanePlaces)[];
  /** Lanes that are due but have no free place here. */
  readonly full: readonly Lane[];
};

type Places = Pick<Lanes, "freePlaces" | "freeInProject">;

/**
 * Chooses the due lanes to claim, fairly on two levels: the projects take turns, and the lanes of a project share its
 * free places in the order in which they became due.
 */
export function chooseLanes(due: readonly Lane[], places: Places): Choice {
  const full: Lane[] = [];
  const turns: (Lane & LanePlaces)[][] = [];
  for (const [projectId, lanes] of groupByProject(due)) {
    const withPlaces = lanes.map((lane) => ({ ...lane, ...places.freePlaces(lane) })).filter(({ free }) => free > 0);
    const shared = share(withPlaces, places.freeInProject(projectId));
    const isChosen = new Set(shared.map(({ laneId }) => laneId));
    full.push(...lanes.filter(({ laneId }) => !isChosen.has(laneId)));
    shared.forEach((lane, turn) => {
      turns[turn] ??= [];
      turns[turn].push(lane);
    });
  }
  return { lanes: turns.flat(), full };
}

function share(lanes: readonly (Lane & LanePlaces)[], freeInProject: number): (Lane & LanePlaces)[] {
  let left = freeInProject;
  const each = Math.max(1, Math.floor(freeInProject / Math.max(1, lanes.length)));
  return lanes.flatMap((lane) => {
    const free = Math.min(lane.free, each, left);
    left -= Math.max(0, free);
    return free > 0 ? [{ ...lane, free, freeRetries: Math.min(lane.freeRetries, free) }] : [];
  });
}

function groupByProject(lanes: readonly Lane[]): Map<string, Lane[]> {
  const groups = new Map<string, Lane[]>();
  for (const lane of lanes) {
    const group = groups.get(lane.projectId);
    if (group) group.push(lane);
    else groups.set(lane.projectId, [lane]);
  }
  return groups;
}
