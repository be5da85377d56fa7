import { holdPartition } from "@/lib/db/placement/hold-shard";
import { minIdAt } from "@/lib/kernel/ids";

const DAY_MS = 86_400_000;
/**
 * If a day has more rows than this in the default partition, they stay there: moving them would block everybody else.
 */
const MAX_MOVED = 100_000;

/**
 * Partitioned tables; each partition contains one day's range of ids. `delivery_attempts` goes by its delivery's id.
 */
export const PARTITIONED_TABLES = ["events", "event_deliveries", "delivery_attempts", "meta_events"] as const;

type Queryable = { query(sql: string): Promise<{ rows: Array<Record<string, unknown>> }> };

/**
 * Creates the missing partitions from yesterday until `daysAhead` days from now. Rows of such a day that are in the
 * default partition already, because a clock was wrong or this program was down for long, move into it. Each partition
 * is created in a short transaction of its own; if its locks cannot be had within `lockTimeoutMs`, this throws and
 * creates it another time. Safe on many copies at once.
 */
export async function ensurePartitions(
  client: Queryable,
  now: Date,
  { daysAhead = 7, lockTimeoutMs = 5_000 } = {},
): Promise<void> {
  const yesterday = Math.floor(now.getTime() / DAY_MS) * DAY_MS - DAY_MS;
  await makeDays(
    client,
    Array.from({ length: daysAhead + 2 }, (_, n) => yesterday + n * DAY_MS),
    lockTimeoutMs,
  );
}

/** Creates the missing partitions of these UTC days, each `YYYY-MM-DD`. */
export async function ensurePartitionsOf(client: Queryable, days: readonly string[]): Promise<void> {
  await makeDays(
    client,
    days.map((day) => Date.parse(day)),
    5_000,
  );
}

async function makeDays(client: Queryable, days: readonly number[], lockTimeoutMs: number): Promise<void> {
  const present = await partitionNames(client);
  for (const day of days) {
    for (const table of PARTITIONED_TABLES) {
      const name = partitionName(table, new Date(day));
      if (present.has(name)) continue;
      await client.query("begin");
      try {
        await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
        await makePartition(client, { table, name, day });
        await client.query("commit");
      } catch (error) {
        await client.query("rollback");
        throw error;
      }
    }
  }
}

type Missing = { table: (typeof PARTITIONED_TABLES)[number]; name: string; day: number };

/** Fills the table before it becomes a partition, which is then only attached. */
async function makePartition(client: Queryable, { table, name, day }: Missing): Promise<void> {
  await client.query(`lock table only ${table} in share update exclusive mode`);
  const { rows } = await client.query(`select to_regclass('${name}') is not null as made`);
  if (rows[0]?.made) return;
  const [from, until] = [minIdAt(new Date(day)), minIdAt(new Date(day + DAY_MS))];
  const key = table === "delivery_attempts" ? "delivery_id" : "id";
  const isOfDay = `${key} >= '${from}' and ${key} < '${until}'`;
  const strays = await client.query(
    `select count(*) as rows from (select 1 from ${table}_default where ${isOfDay} limit ${MAX_MOVED + 1}) strays`,
  );
  if (Number(strays.rows[0]?.rows) > MAX_MOVED) return;
  // Deliveries are updated once or twice: free space on the page keeps those updates heap-only.
  const storage = table === "event_deliveries" ? "with (fillfactor = 50)" : "";
  await client.query(`create table ${name} (like ${table} including all) ${storage}`);
  await client.query(`lock table ${table}_default in access exclusive mode`);
  await client.query(
    `with strays as (delete from ${table}_default where ${isOfDay} returning *) insert into ${name} select * from strays`,
  );
  await client.query(`alter table ${table} attach partition ${name} for values from ('${from}') to ('${until}')`);
  await holdPartition(client, { table, name });
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
