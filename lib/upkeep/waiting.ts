import type pg from "pg";
import { idTime, minIdAt } from "@/lib/kernel/ids";

/** A UTC day as the half-open range of ids that were made on it. */
export type DayRange = { day: string; from: string; until: string };

const DAY_MS = 86_400_000;
/** A delivery is younger than its event, except for the clocks of two copies. */
const CLOCK_SKEW_MS = 3_600_000;

/** The day that begins at that instant. */
export function toDayRange(startMs: number): DayRange {
  const start = new Date(startMs);
  return { day: start.toISOString().slice(0, 10), from: minIdAt(start), until: minIdAt(new Date(startMs + DAY_MS)) };
}

/** Ids of rows that must stay because a queue still needs them. */
export type Waiting = { events: string[]; deliveries: string[]; metaEvents: string[] };

/** If more than this of one project's day waits, the day stays whole until less does. */
export const MAX_WAITING = 10_000;

/** Reads what of a project's day still waits to be routed or delivered; null if it is more than `MAX_WAITING`. */
export async function readWaiting(
  client: pg.ClientBase,
  projectId: string,
  { from, until }: DayRange,
): Promise<Waiting | null> {
  const { rows } = await client.query<{ kind: "event" | "delivery" | "meta_event"; id: string }>(
    `select kind, delivery_id as id from delivery_queue
       where project_id = $1 and delivery_id >= $2::uuid and delivery_id < $3::uuid
     union all
     select 'event', event_id from delivery_queue
       where project_id = $1 and delivery_id >= $5::uuid and event_id >= $2::uuid and event_id < $3::uuid
     union all
     select 'event', event_id from routing_queue
       where project_id = $1 and event_id >= $2::uuid and event_id < $3::uuid
     limit $4`,
    [projectId, from, until, MAX_WAITING + 1, minIdAt(new Date(idTime(from).getTime() - CLOCK_SKEW_MS))],
  );
  if (rows.length > MAX_WAITING) return null;
  const of = (kind: string) => [...new Set(rows.filter((row) => row.kind === kind).map((row) => row.id))];
  return { events: of("event"), deliveries: of("delivery"), metaEvents: of("meta_event") };
}

/** Both, without repetition. */
export function joinWaiting(one: Waiting, other: Waiting): Waiting {
  const join = (name: keyof Waiting) => [...new Set([...one[name], ...other[name]])];
  return { events: join("events"), deliveries: join("deliveries"), metaEvents: join("metaEvents") };
}
