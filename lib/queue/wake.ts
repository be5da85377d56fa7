import { type Given, statement } from "@/lib/db/statement";
import type { Lane } from "@/lib/queue/due-lanes";

/** The channel that tells the workers of every copy of new work. */
export const WORK_CHANNEL = "hookyard_work";

/** Tells the workers of every copy, once the transaction has committed, that there is work. */
export const WAKE = statement<void>("wake", () => `select pg_notify('${WORK_CHANNEL}', '')`);

/** Tells the workers of every copy in which lanes there is work. Does nothing for an empty list. */
export const WAKE_LANES = statement(
  "wake_lanes",
  (given: Given<readonly Lane[]>) => `
select tell_lanes(project, array_agg(lane))
from (select distinct * from unnest(
  ${given.list("uuid", (lanes) => lanes.map(({ projectId }) => projectId))},
  ${given.list("uuid", (lanes) => lanes.map(({ laneId }) => laneId))}
) l(project, lane)) each_once
group by project`,
);

/** Reads the lanes that such a notification names. */
export function readWokenLanes(payload: string): Lane[] {
  return payload.split(",").flatMap((item) => {
    const [projectId, laneId] = item.split(" ");
    return projectId && laneId ? [{ projectId, laneId }] : [];
  });
}
