import { type Given, statement } from "@/lib/db/statement";
import type { Lane } from "@/lib/queue/due-lanes";

/** The channel on which the workers of every copy hear that there is work. */
export const WORK_CHANNEL = "hookyard_work";

/** Tells the workers of every copy that there is work, once the transaction has committed. */
export const WAKE = statement<void>("wake", () => `select pg_notify('${WORK_CHANNEL}', '')`);

/** The same, and in which lanes. For none it does nothing. */
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

/** The lanes that such a notification names. */
export function readWokenLanes(payload: string): Lane[] {
  return payload.split(",").flatMap((item) => {
    const [projectId, laneId] = item.split(" ");
    return projectId && laneId ? [{ projectId, laneId }] : [];
  });
}
