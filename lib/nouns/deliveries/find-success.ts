import { type Kysely, sql } from "kysely";
import type { DB } from "@/lib/db/generated";
import { daysOf, type Window } from "@/lib/db/id-windows";
import { type Day, dayAt } from "@/lib/kernel/day";
import type { DeliveryFilter } from "@/lib/nouns/deliveries/filter-schemas";
import { counterRows } from "@/lib/nouns/stats/counters";

const MAX_ENDPOINTS = 10;

/**
 * Whether these endpoints can have a success in a window, by the counters. An endpoint that always fails would
 * otherwise be searched to its first day.
 */
export async function findSuccess(
  db: Kysely<DB>,
  projectId: string,
  { status, endpointId }: DeliveryFilter,
): Promise<(window: Window) => boolean> {
  if (!status.includes("Success") || endpointId.length === 0 || endpointId.length > MAX_ENDPOINTS) return () => true;
  const range = { start: null, end: null };
  const { rows } = await sql<{ day: Day }>`
    select floor(extract(epoch from at) / 86400)::int as day
    from ${counterRows({ projectId, range, endpointIds: endpointId })}
    group by 1 having sum(deliveries) > 0 and sum(succeeded) = 0`.execute(db);
  const without = new Set(rows.map((row) => row.day));
  return (window) => {
    const days = daysOf(window, dayAt(new Date()));
    return days.length === 0 || days.some((day) => !without.has(day));
  };
}
