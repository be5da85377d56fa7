import { minIdAt } from "@/lib/ids";

const DAY_MS = 86_400_000;

/** Partitioned tables and the day range of ids each partition holds. `delivery_attempts` goes by its delivery's id. */
export const PARTITIONED_TABLES = ["events", "event_deliveries", "delivery_attempts", "meta_events"] as const;

type Queryable = { query(sql: string): Promise<{ rows: Array<Record<string, unknown>> }> };

/** Makes the partitions of yesterday until `daysAhead` days from now where they are missing. Safe to run on many copies at once. */
export async function ensurePartitions(client: Queryable, now: Date, daysAhead = 7): Promise<void> {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const present = await partitionNames(client);
  for (let day = today - DAY_MS; day <= today + daysAhead * DAY_MS; day += DAY_MS) {
    for (const table of PARTITIONED_TABLES) {
      const name = partitionName(table, new Date(day));
      if (present.has(name)) continue;
      // Deliveries are updated once or twice: room on the page keeps those updates heap-only.
      const storage = table === "event_deliveries" ? "with (fillfactor = 50)" : "";
      await client.query(
        `create table if not exists ${name} partition of ${table}
         for values from ('${minIdAt(new Date(day))}') to ('${minIdAt(new Date(day + DAY_MS))}') ${storage}`,
      );
    }
  }
}

/** `events_2026_11_21` for that UTC day. */
export function partitionName(table: string, day: Date): string {
  return `${table}_${day.toISOString().slice(0, 10).replaceAll("-", "_")}`;
}

async function partitionNames(client: Queryable): Promise<Set<string>> {
  const { rows } = await client.query(
    "select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = any(array['events','event_deliveries','delivery_attempts','meta_events']::regclass[])",
  );
  return new Set(rows.map((row) => String(row.name)));
}
