import { PARTITIONED_TABLES } from "@/lib/db/partitions";
import type { Waiting } from "@/lib/upkeep/waiting";

export type DayTable = (typeof PARTITIONED_TABLES)[number];

/** The column that assigns a row to its day. Attempts go by their delivery. */
const KEYS: Record<DayTable, { column: string; waiting: keyof Waiting }> = {
  events: { column: "id", waiting: "events" },
  event_deliveries: { column: "id", waiting: "deliveries" },
  delivery_attempts: { column: "delivery_id", waiting: "deliveries" },
  meta_events: { column: "id", waiting: "metaEvents" },
};

/** The tables of a day, with the column that names the day and the waiting ids of that column. */
export const DAY_TABLES = PARTITIONED_TABLES.map((table) => ({ table, ...KEYS[table] }));
