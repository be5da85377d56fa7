import { expect } from "vitest";
import { NIL_ID } from "@/lib/kernel/ids";
import { ANSWER_CLASSES } from "@/lib/queue/attempt-classes";
import type { QueueBench } from "@/lib/queue/queue.fixture";
import { COUNTERS } from "@/lib/queue/transition";

/** The counters say what the rows of deliveries and attempts say. */
export async function expectCounters(bench: QueueBench): Promise<void> {
  const counted = await bench.query(
    `select destination_id, nullif(subscription_id, '${NIL_ID}') as subscription_id,
       ${COUNTERS.map((name) => `sum(${name})::int as ${name}`).join(", ")},
       coalesce(sum(attempts) filter (where answer = ${ANSWER_CLASSES.indexOf("2xx")}), 0)::int as answered_2xx,
       coalesce(sum(attempts) filter (where answer = ${ANSWER_CLASSES.indexOf("5xx")}), 0)::int as answered_5xx
     from endpoint_stat_deltas where project_id = $1 group by 1, 2 order by 1, 2`,
    [bench.projectId],
  );
  const counts = await bench.query(
    `select d.endpoint_id as destination_id, d.subscription_id, count(*)::int as deliveries, coalesce(sum(a.attempts), 0)::int as attempts,
       coalesce(sum(a.failed), 0)::int as attempts_failed, count(*) filter (where d.status = 'Success')::int as succeeded,
       count(*) filter (where d.status = 'Failure')::int as failed, count(*) filter (where d.status = 'Discarded')::int as discarded,
       coalesce(sum(a.attempts - a.failed), 0)::int as answered_2xx, coalesce(sum(a.failed), 0)::int as answered_5xx
     from event_deliveries d left join (
       select delivery_id, count(*) as attempts, count(*) filter (where response_status <> 200) as failed
       from delivery_attempts group by 1
     ) a on a.delivery_id = d.id
     where d.project_id = $1 group by 1, 2 order by 1, 2`,
    [bench.projectId],
  );
  expect(counted).toEqual(counts);
}
