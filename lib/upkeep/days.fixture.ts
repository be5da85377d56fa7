import { pino } from "pino";
import type { TestDatabase } from "@/lib/db/test-database";
import { minIdAt } from "@/lib/kernel/ids";
import { keepDays, type RetentionParts } from "@/lib/upkeep/retention";

const DAY_MS = 86_400_000;

/** The day that tests fill, long past: its rows are written directly, as if they had been delivered then. */
export const DAY = "2026-01-15";
const START = Date.parse(DAY);

/** Runs retention as if `DAY` had ended this many days and two hours ago. */
export function keepDaysAfter(database: TestDatabase, days: number, more: Partial<RetentionParts> = {}): Promise<void> {
  const now = new Date(START + (1 + days) * DAY_MS + 2 * 3_600_000);
  const log = pino({ level: "silent" });
  const { pool } = database.db;
  return keepDays({ pool, shards: [{ id: "", pool }], log, exportPlaces: [], now: () => now, ...more }, () => false);
}

/** Creates the partitions of `DAY`. */
export async function makeDay(database: TestDatabase): Promise<void> {
  const [from, until] = [minIdAt(new Date(START)), minIdAt(new Date(START + DAY_MS))];
  for (const table of ["events", "event_deliveries", "delivery_attempts", "meta_events"]) {
    await database.db.pool.query(
      `create table if not exists ${table}_2026_01_15 partition of ${table} for values from ('${from}') to ('${until}')`,
    );
  }
}

/**
 * Creates this many events of `DAY`, each delivered with one attempt, and a meta event for each. Ids follow from
 * `first`.
 */
export async function fillDay(
  database: TestDatabase,
  projectId: string,
  endpointId: string | null,
  {
    count,
    first = 0,
    startMs = START,
    bytes = 200,
  }: { count: number; first?: number; startMs?: number; bytes?: number },
): Promise<void> {
  const id = `(lpad(to_hex($4::bigint + i), 12, '0') || '7000' || '8000' || left(md5($1::text || i), 12))::uuid`;
  const metaId = id.replace("7000", "7111");
  const each = "from generate_series($2::int, $2::int + $3::int - 1) i";
  const values = [projectId, first, count, startMs];
  const at = "to_timestamp(($4::bigint + i) / 1000.0)";
  const run = (text: string, more: unknown[] = []) => database.db.pool.query(text, [...values, ...more]);
  await run(
    `insert into events (project_id, id, event_type, status, headers, payload, created_at, updated_at)
     select $1::uuid, ${id}, 'order.paid', 'Success', '{"content-type":"text/plain","x-api-key":"hush"}',
       convert_to(rpad(i || ' ', $5::int, md5(i::text)), 'UTF8'), ${at}, ${at} ${each}`,
    [bytes],
  );
  await run(
    `insert into event_deliveries (project_id, id, event_id, endpoint_id, event_type, status, strategy, interval_seconds,
       max_retry_seconds, retry_limit, num_trials, created_at, updated_at)
     select $1::uuid, ${id}, ${id}, $5::uuid, 'order.paid', 'Success', 'linear', 1, 1, 1, 1, ${at}, ${at} ${each}`,
    [endpointId],
  );
  await run(
    `insert into endpoint_stat_deltas (project_id, destination_id, minute, deliveries, succeeded)
     select $1::uuid, $5::uuid, date_trunc('hour', ${at}), 1, 1 ${each} where $5::uuid is not null`,
    [endpointId],
  );
  await run(
    `insert into delivery_attempts (project_id, delivery_id, id, number, destination_id, url, request_headers, response_status,
       response_headers, response_data, started_at, duration_ms)
     select $1::uuid, ${id}, ${id}, 1, $5::uuid, 'https://u:p@example.com/h?token=hush&a=1', '{"Authorization":"hush"}', 200,
       '{"set-cookie":"hush"}', 'ok', ${at}, 5 ${each}`,
    [endpointId],
  );
  await run(
    `insert into meta_events (project_id, id, event_type, status, payload, strategy, interval_seconds, max_retry_seconds,
       retry_limit, created_at, updated_at)
     select $1::uuid, ${metaId}, 'eventdelivery.success', 'Success', '{}', 'linear', 1, 1, 1, ${at}, ${at} ${each}`,
  );
}

/** Counts a project's rows in each table of days. */
export async function countRows(database: TestDatabase, projectId: string): Promise<number[]> {
  const { rows } = await database.db.pool.query(
    `select (select count(*) from events where project_id = $1) as a, (select count(*) from event_deliveries where project_id = $1) as b,
       (select count(*) from delivery_attempts where project_id = $1) as c, (select count(*) from meta_events where project_id = $1) as d`,
    [projectId],
  );
  return [rows[0].a, rows[0].b, rows[0].c, rows[0].d].map(Number);
}
