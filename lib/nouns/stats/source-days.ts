import { sql } from "kysely";
import type { ProjectContext } from "@/lib/db/context";
import { readSourceConditions, type SourceCondition } from "@/lib/nouns/sources/health";
import { eventCounterRows } from "@/lib/nouns/stats/counters";
import { findListed, lastDay, toHours, toText } from "@/lib/nouns/stats/days";
import type { ReadSourceDays, SourceDays } from "@/lib/nouns/stats/schemas";
import { toTimestamp } from "@/lib/wire/to-timestamp";

/** The condition of a source that was deleted in the meantime. */
const GONE: SourceCondition = { state: "waiting", error: null };

/** Reads what came from each of some sources in the last 24 hours. */
export async function readSourceDays(ctx: ProjectContext, { sourceId }: ReadSourceDays): Promise<SourceDays> {
  const range = lastDay(ctx);
  const ids = await findListed(ctx, "sources", sourceId);
  const { projectId } = ctx;
  const { rows: hours } = await sql<{ id: string; at: Date; accepted: number }>`
    select source_id as id, date_trunc('hour', at, 'UTC') as at, sum(accepted)::bigint as accepted
    from ${eventCounterRows({ projectId, range, sourceIds: ids })}
    group by 1, 2`.execute(ctx.db);
  const { rows: others } = await sql<{ id: string; refused: number; last_event_at: Date | null }>`
    select asked.id,
      (
        select coalesce(sum(1 + r.skipped), 0)::bigint from source_refusals r
        where r.project_id = ${projectId} and r.source_id = asked.id and r.at >= ${range.start}
      ) as refused,
      (
        select e.created_at from events e
        where e.project_id = ${projectId} and e.source_id = asked.id order by e.id desc limit 1
      ) as last_event_at
    from unnest(${ids}::uuid[]) as asked(id)`.execute(ctx.db);
  const told = new Map(others.map((row) => [row.id, row]));
  const conditions = await readSourceConditions(ctx, ids);
  const sources = ids.map((id) => {
    const ofSource = hours.filter((hour) => hour.id === id);
    return {
      source_id: id,
      events: toHours(ofSource, range, ({ accepted }) => accepted),
      refused: told.get(id)?.refused ?? 0,
      last_event_at: toTimestamp(told.get(id)?.last_event_at ?? null),
      ...(conditions.get(id) ?? GONE),
    };
  });
  return { ...toText(range), sources };
}
