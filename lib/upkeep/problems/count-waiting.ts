import type { Ask } from "@/lib/db/ask";
import type { AlertRuleKind } from "@/lib/kernel/vocabulary";
import { lanesOf } from "@/lib/queue/lane";
import type { Waiting } from "@/lib/upkeep/messages/content";
import type { Trouble } from "@/lib/upkeep/problems/decide-tellings";

/** Rules of what lets deliveries wait. Those to an endpoint that was disabled are discarded, and wait no more. */
const LETS_WAIT: readonly AlertRuleKind[] = ["breaker_open", "oldest_waiting"];
/** The most deliveries that are counted of one endpoint, and the most endpoints of one message that they are counted for. */
const MOST = 10_000;
const MOST_ENDPOINTS = 50;

/** Each lane is walked in its index, which the order asks for, and no further than a message tells. */
const COUNT = `
select w.id, counted.waiting from unnest($2::uuid[]) as w(id)
cross join lateral (
  select count(*)::int as waiting from (
    select from (${lanesOf("$1::uuid", "w.id")}) as l(lane_id)
    cross join lateral (
      select from delivery_queue q where q.lane_id = l.lane_id and q.lease is null
      order by q.is_retry, q.due_at limit ${MOST + 1}
    ) in_lane
    limit ${MOST + 1}
  ) in_lanes
) counted
where counted.waiting > 0`;

/** How many deliveries wait for the endpoints of these that let them wait, by the endpoint's id. */
export async function countWaiting(
  ask: Ask,
  projectId: string,
  troubles: readonly Trouble[],
): Promise<Map<string, Waiting>> {
  const ids = troubles.filter(letsWait).map(({ subject }) => subject.id);
  if (ids.length === 0) return new Map();
  const values = [projectId, ids.slice(0, MOST_ENDPOINTS)];
  const rows = await ask<{ id: string; waiting: number }>({ name: "count_told_waiting", text: COUNT, values });
  return new Map(rows.map(({ id, waiting }) => [id, { deliveries: Math.min(MOST, waiting), is_more: waiting > MOST }]));
}

function letsWait({ subject, problems }: Trouble): boolean {
  return subject.type === "endpoint" && problems.some(({ kind }) => LETS_WAIT.includes(kind));
}
