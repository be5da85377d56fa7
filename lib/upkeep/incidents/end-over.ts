import type { Ask } from "@/lib/db/ask";
import { type Given, statement, uuid } from "@/lib/db/statement";
import { AT_ONCE } from "@/lib/upkeep/incidents/fold-noted";
import { END_INCIDENTS, type Ended } from "@/lib/upkeep/incidents/statements";

type Over = {
  /** Incidents whose end is to be announced, in the same transaction. */
  readonly announced: readonly Ended[];
  readonly isMore: boolean;
};

/**
 * Ends incidents that are over, in the caller's transaction. One that was not worth announcing, because the endpoint
 * answered before, is forgotten, unless somebody has acknowledged it or written about it.
 */
export async function endOver(ask: Ask): Promise<Over> {
  const ended = await ask<Ended>(END_INCIDENTS(AT_ONCE));
  const brief = ended.filter(({ announced_at, isWatched }) => announced_at === null && !isWatched);
  if (brief.length > 0) for (const forget of FORGET) await ask(forget(brief));
  return { announced: ended.filter(({ announced_at }) => announced_at !== null), isMore: ended.length >= AT_ONCE };
}

const FORGET = (
  [
    ["incident_deliveries", "incident_id"],
    ["incident_counts", "incident_id"],
    ["incidents", "id"],
  ] as const
).map(([table, id]) =>
  statement(`forget_brief_${table}`, (given: Given<readonly Ended[]>) => {
    const b = given
      .rows((ended) => ended)
      .as("b", { project_id: uuid((one) => one.project_id), id: uuid((one) => one.id) });
    return `delete from ${table} t using ${b} where t.project_id = b.project_id and t.${id} = b.id`;
  }),
);
