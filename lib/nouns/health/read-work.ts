import type pg from "pg";
import { idTime } from "@/lib/kernel/ids";
import { measure } from "@/lib/nouns/health/measure";
import type { HealthFacts, InstallationHealth } from "@/lib/nouns/health/schemas";
import { THRESHOLDS } from "@/lib/nouns/health/thresholds";
import { toTimestamp } from "@/lib/wire/to-timestamp";

/** As many are counted one by one. */
const COUNTED = 10_000;
const MOST_OVERDUE = 1_000;

const INBOX = `
with first as (select event_id from routing_queue order by due_at limit ${COUNTED + 1})
select (select count(*) from first)::int as counted, (select event_id from first order by event_id limit 1) as oldest`;

const UNFINISHED = `select count(*)::int as counted from (select 1 from delivery_queue limit ${COUNTED + 1}) first`;

const DUE = `
select d.due_at as since, extract(epoch from now() - d.due_at)::int as seconds, (
  select count(*)::int from (
    select 1 from lanes where due_at <= now() - interval '${THRESHOLDS.dueSeconds.warning} seconds' limit ${MOST_OVERDUE}
  ) overdue
) as overdue
from (select) once left join lateral (
  select due_at from lanes where due_at <= now() order by due_at limit 1
) d on true`;

type Tables = HealthFacts["database"]["tables"];

/** What waits to be routed and to be delivered; null for what cannot be counted quickly. */
export async function readWork(
  client: pg.PoolClient,
  tables: Tables,
): Promise<Pick<InstallationHealth, "inbox" | "queue">> {
  return { inbox: await readInbox(client, tables), queue: await readQueue(client, tables) };
}

async function readInbox(client: pg.PoolClient, tables: Tables): Promise<InstallationHealth["inbox"]> {
  const inbox = await measure<{ counted: number; oldest: string | null }>(client, INBOX);
  if (!inbox) return null;
  const oldest = inbox.oldest === null ? null : idTime(inbox.oldest);
  return {
    ...count("events", inbox.counted, liveRows(tables, "routing_queue")),
    oldest_at: toTimestamp(oldest),
    oldest_seconds: oldest && Math.max(0, Math.round((Date.now() - oldest.getTime()) / 1_000)),
  };
}

async function readQueue(client: pg.PoolClient, tables: Tables): Promise<InstallationHealth["queue"]> {
  const unfinished = await measure<{ counted: number }>(client, UNFINISHED);
  const due = await measure<{ since: Date | null; seconds: number | null; overdue: number }>(client, DUE);
  if (!due) return null;
  return {
    ...count("deliveries", unfinished?.counted ?? null, liveRows(tables, "delivery_queue")),
    due_since: due.since?.toISOString() ?? null,
    due_seconds: due.seconds,
    overdue_lanes: due.overdue,
  };
}

/** `counted` is null where that took too long. */
function count<Name extends string>(name: Name, counted: number | null, estimate: number) {
  const isEstimate = counted === null || counted > COUNTED;
  const amount = isEstimate ? Math.max(counted ?? 0, estimate) : counted;
  return { [name]: amount, is_estimate: isEstimate } as Record<Name, number> & { is_estimate: boolean };
}

function liveRows(tables: Tables, table: string): number {
  return tables.find((one) => one.table === table)?.live_rows ?? 0;
}
