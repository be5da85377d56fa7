import type pg from "pg";
import { untilAborted } from "@/lib/feeds/brokers/broker";
import type { ConsumerKind } from "@/lib/feeds/consumer";

type Place = { projectId: string; sourceId: string };

/** Notes that a consumer will leave something at its source, before it does: it is removed with the source. */
export async function noteRemains(pool: pg.Pool, { projectId, sourceId }: Place): Promise<void> {
  await setRemains(pool, { projectId, sourceId }, true);
}

async function setRemains(pool: pg.Pool, { projectId, sourceId }: Place, hasRemains: boolean): Promise<void> {
  await pool.query({
    name: "set_source_remains",
    text: "update source_consumers set has_remains = $3 where project_id = $1 and source_id = $2",
    values: [projectId, sourceId, hasRemains],
  });
}

/**
 * The consumer of a deleted source: it removes the source's remains, and the supervisor repeats it until that succeeds.
 */
export function toRemoval(kind: ConsumerKind): ConsumerKind {
  return {
    async consume(task) {
      await kind.remove?.(task);
      await setRemains(task.ctx.db.pool, { projectId: task.source.projectId, sourceId: task.source.id }, false);
      task.report.connected();
      await untilAborted(task.signal);
    },
  };
}
