import { type Kysely, sql } from "kysely";
import type { DB } from "@/lib/db/generated";
import { allOf } from "@/lib/db/id-range";
import { daysOf, type Window } from "@/lib/db/id-windows";
import { type Day, dayAt } from "@/lib/kernel/day";
import { type KindFilter, type KnownDays, toConditions } from "@/lib/nouns/kinds/find-days";

type ThroughRow = { day: Day; subscription_id: string | null; is_wanted: boolean | null; is_other: boolean | null };

const MAX_SUBSCRIPTIONS = 100;

/**
 * Finds the subscriptions for which all deliveries of the filter's sources were made in a window, and no others: with
 * them a delivery tells its source without its event. Null if they are many, if some deliveries were made for none or
 * for one that takes other sources too, or if it is not known.
 */
export async function findSubscriptions(
  db: Kysely<DB>,
  projectId: string,
  { known, filter }: { known: KnownDays; filter: KindFilter & { sourceId: readonly string[] } },
): Promise<(window: Window) => string[] | null> {
  const today = dayAt(new Date());
  const { sourceId, ...others } = filter;
  const isWanted = sql<boolean>`source_id = any(${sourceId}::uuid[])`;
  const { rows } = await sql<ThroughRow>`
    select least(day, ${today}::int) as day, subscription_id,
      bool_or(${isWanted}) is true as is_wanted, bool_or((${isWanted}) is not true) as is_other
    from kinds
    where project_id = ${projectId} and ${allOf(toConditions(others))}
      and (endpoint_id is not null or subscription_id is not null)
    group by 1, 2`.execute(db);
  return (window) => {
    const days = new Set(daysOf(window, today));
    if (days.size === 0 || [...days].some((day) => !known.isKnown(day))) return null;
    const through = rows.filter(({ day }) => days.has(day));
    const wanted = new Set(through.filter((row) => row.is_wanted).map((row) => row.subscription_id));
    const isShared = through.some((row) => row.is_other && wanted.has(row.subscription_id));
    return isShared || wanted.has(null) || wanted.size > MAX_SUBSCRIPTIONS ? null : ([...wanted] as string[]);
  };
}
