import { type Kysely, type RawBuilder, sql } from "kysely";
import type { DB } from "@/lib/db/generated";
import { allOf } from "@/lib/db/id-range";
import { daysOf, type Window } from "@/lib/db/id-windows";
import { matchesPattern } from "@/lib/db/text-match";
import { type Day, dayAt } from "@/lib/kernel/day";

export type KindFilter = {
  sourceId?: readonly string[];
  endpointId?: readonly string[];
  subscriptionId?: string | undefined;
  event_type?: string | undefined;
  /** Only events with deliveries. */
  isRouted?: boolean;
};

/** What is known of the days of a list before it is read. */
export type KnownDays = {
  /** Whether nothing of the list was made on that day. */
  isEmpty: (day: Day) => boolean;
  /** Whether everything of that day is known. */
  isKnown: (day: Day) => boolean;
  /** The event types that the list can have in a window; null if they are many or not known. */
  typesIn: (window: Window) => string[] | null;
};

type DayRow = { day: Day; is_unknown: boolean; types: string[] | null };

const MAX_TYPES = 20;
const NOTHING_KNOWN: KnownDays = { isEmpty: () => false, isKnown: () => false, typesIn: () => null };

/** Finds the days on which a project had matching events or deliveries. */
export async function findKnownDays(db: Kysely<DB>, projectId: string, filter: KindFilter): Promise<KnownDays> {
  const conditions = toConditions(filter);
  if (conditions.length === 0) return NOTHING_KNOWN;
  const today = dayAt(new Date());
  const { rows } = await sql<DayRow>`
    select least(day, ${today}::int) as day, bool_or(event_type is null) as is_unknown,
      array_agg(distinct event_type) filter (where ${allOf(conditions)}) as types
    from kinds where project_id = ${projectId} group by 1`.execute(db);
  const days = new Map(rows.map((row) => [row.day, row]));
  const isKnown = (day: Day) => days.get(day)?.is_unknown === false;
  return {
    isKnown,
    isEmpty: (day) => isKnown(day) && days.get(day)?.types === null,
    typesIn: (window) => {
      const types = new Set<string>();
      const inside = daysOf(window, today);
      if (inside.length === 0) return null;
      for (const day of inside) {
        if (!isKnown(day)) return null;
        for (const type of days.get(day)?.types ?? []) types.add(type);
      }
      return types.size > MAX_TYPES ? null : [...types];
    },
  };
}

/** The conditions that a kind meets; none if the filter names nothing that kinds have. */
export function toConditions(filter: KindFilter): RawBuilder<boolean>[] {
  const { sourceId = [], endpointId = [], subscriptionId, event_type, isRouted } = filter;
  const conditions: RawBuilder<boolean>[] = [];
  if (sourceId.length > 0) conditions.push(sql<boolean>`source_id = any(${sourceId}::uuid[])`);
  if (endpointId.length > 0) conditions.push(sql<boolean>`endpoint_id = any(${endpointId}::uuid[])`);
  if (subscriptionId) conditions.push(sql<boolean>`subscription_id = ${subscriptionId}`);
  if (event_type) conditions.push(matchesPattern("event_type", event_type));
  if (conditions.length === 0) return [];
  if (isRouted) conditions.push(sql<boolean>`(endpoint_id is not null or subscription_id is not null)`);
  return conditions;
}
