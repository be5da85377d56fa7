import type { LaneRoom } from "@/lib/queue/claim";
import type { Lane } from "@/lib/queue/due-lanes";
import type { Lanes } from "@/lib/sending/lanes";

export type Choice = {
  /** In turn over the projects, each lane with the places that its claim may fill. */
  readonly lanes: readonly (Lane & LaneRoom)[];
  /** Lanes that are due but have no free place here. */
  readonly full: readonly Lane[];
};

type Places = Pick<Lanes, "room" | "projectRoom">;

/**
 * Chooses the due lanes to claim, fairly on two levels: the projects take turns, and the lanes of a project share its
 * free places in the order in which they became due.
 */
export function chooseLanes(due: readonly Lane[], places: Places): Choice {
  const full: Lane[] = [];
  const turns: (Lane & LaneRoom)[][] = [];
  for (const [projectId, lanes] of groupByProject(due)) {
    const withRoom = lanes.map((lane) => ({ ...lane, ...places.room(lane) })).filter(({ room }) => room > 0);
    const shared = share(withRoom, places.projectRoom(projectId));
    const isChosen = new Set(shared.map(({ laneId }) => laneId));
    full.push(...lanes.filter(({ laneId }) => !isChosen.has(laneId)));
    shared.forEach((lane, turn) => {
      turns[turn] ??= [];
      turns[turn].push(lane);
    });
  }
  return { lanes: turns.flat(), full };
}

function share(lanes: readonly (Lane & LaneRoom)[], projectRoom: number): (Lane & LaneRoom)[] {
  let left = projectRoom;
  const each = Math.max(1, Math.floor(projectRoom / Math.max(1, lanes.length)));
  return lanes.flatMap((lane) => {
    const room = Math.min(lane.room, each, left);
    left -= Math.max(0, room);
    return room > 0 ? [{ ...lane, room, retryRoom: Math.min(lane.retryRoom, room) }] : [];
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
