import { type Kysely, sql } from "kysely";
import type { DB } from "@/lib/db/generated";
import { daysOf, type Window } from "@/lib/db/id-windows";
import { type Day, dayAt } from "@/lib/kernel/day";
import type { DeliveryFilter } from "@/lib/nouns/deliveries/filter-schemas";
import { findStatuses } from "@/lib/nouns/deliveries/list-conditions";
import type { KnownDays } from "@/lib/nouns/kinds/find-days";
import { findEndpoints } from "@/lib/nouns/kinds/find-endpoints";
import { counterRows } from "@/lib/nouns/stats/counters";

const MAX_ENDPOINTS = 10;

/**
 * Whether the endpoints of a filter can have a success in a window, by the counters. An endpoint that always fails would
 * otherwise be searched to its first day.
 */
export async function findSuccess(
  db: Kysely<DB>,
  projectId: string,
  { query, known }: { query: DeliveryFilter; known: KnownDays },
): Promise<(window: Window) => boolean> {
  if (!isSuccessAsked(query)) return () => true;
  const endpointIds = query.endpointId.length > 0 ? query.endpointId : await findEndpoints(db, projectId, query);
  if (endpointIds === null || endpointIds.length === 0 || endpointIds.length > MAX_ENDPOINTS) return () => true;
  const range = { start: null, end: null };
  const { rows } = await sql<{ day: Day }>`
    select floor(extract(epoch from at) / 86400)::int as day
    from ${counterRows({ projectId, range, endpointIds })}
    group by 1 having sum(deliveries) > 0 and sum(succeeded) = 0`.execute(db);
  const without = new Set(rows.map((row) => row.day));
  const isWithout = (day: Day) => without.has(day) && (query.endpointId.length > 0 || known.isKnown(day));
  return (window) => {
    const days = daysOf(window, dayAt(new Date()));
    return days.length === 0 || days.some((day) => !isWithout(day));
  };
}

/** Whether the filter names Success, or what nearly every success is: then most rows are looked at in vain without one. */
function isSuccessAsked(query: DeliveryFilter): boolean {
  const { status, minAttempts, maxAttempts } = query;
  if (!findStatuses(query).has("Success")) return false;
  return status.length > 0 || (minAttempts ?? maxAttempts ?? query.minLatency ?? query.maxLatency) !== undefined;
}
