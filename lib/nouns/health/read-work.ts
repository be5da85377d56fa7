import { idTime } from "@/lib/kernel/ids";
import { type MeasuredServer, measureShards, type ShardQuery } from "@/lib/nouns/health/measure-shards";
import type { HealthFacts, InstallationHealth } from "@/lib/nouns/health/schemas";
import { THRESHOLDS } from "@/lib/nouns/health/thresholds";
import { toTimestamp } from "@/lib/wire/to-timestamp";

/** As many of a shard are counted one by one. */
const COUNTED = 10_000;
const MOST_OVERDUE = 1_000;

const INBOX: ShardQuery = (nameOf) => `
with first as (select event_id from ${nameOf("routing_queue")} order by due_at limit ${COUNTED + 1})
select (select count(*) from first)::int as counted, (select event_id from first order by event_id limit 1) as oldest`;

const UNFINISHED: ShardQuery = (nameOf) => `
select count(*)::int as counted from (select 1 from ${nameOf("delivery_queue")} limit ${COUNTED + 1}) first`;

const DUE: ShardQuery = (nameOf) => `
select d.due_at as since, extract(epoch from now() - d.due_at)::int as seconds, (
  select count(*)::int from (
    select 1 from ${nameOf("lanes")} where due_at <= now() - interval '${THRESHOLDS.dueSeconds.warning} seconds'
    limit ${MOST_OVERDUE}
  ) overdue
) as overdue
from (select) once left join lateral (
  select due_at from ${nameOf("lanes")} where due_at <= now() order by due_at limit 1
) d on true`;

type Inbox = { counted: number; oldest: string | null };
type Unfinished = { counted: number };
type Due = { since: Date | null; seconds: number | null; overdue: number };
type Tables = HealthFacts["database"]["tables"];

/** What waits in some shards, row by row; null for what cannot be counted quickly in one of them. */
export type ShardWork = {
  readonly inbox: readonly Inbox[] | null;
  readonly unfinished: readonly Unfinished[] | null;
  readonly due: readonly Due[] | null;
};

/** Reads what waits to be routed and to be delivered in the shards of a server. */
export async function readShardWork(server: MeasuredServer): Promise<ShardWork> {
  return {
    inbox: await measureShards<Inbox>(server, INBOX),
    unfinished: await measureShards<Unfinished>(server, UNFINISHED),
    due: await measureShards<Due>(server, DUE),
  };
}

/** Adds up what waits in shards; `tables` tell about how much there is of what was not counted. */
export function addWork(work: readonly ShardWork[], tables: Tables): Pick<InstallationHealth, "inbox" | "queue"> {
  const [inbox, unfinished, due] = [all(work, "inbox"), all(work, "unfinished"), all(work, "due")];
  return {
    inbox: inbox && addInboxes(inbox, liveRows(tables, "routing_queue")),
    queue: due && { ...count("deliveries", unfinished, liveRows(tables, "delivery_queue")), ...addDue(due) },
  };
}

function all<Kind extends keyof ShardWork>(work: readonly ShardWork[], kind: Kind): ShardWork[Kind] {
  const parts = work.map((one) => one[kind]);
  return parts.includes(null) ? null : (parts.flat() as unknown as ShardWork[Kind]);
}

function addInboxes(inboxes: readonly Inbox[], estimate: number): NonNullable<InstallationHealth["inbox"]> {
  const [oldest] = inboxes.flatMap((inbox) => inbox.oldest ?? []).sort();
  const at = oldest === undefined ? null : idTime(oldest);
  return {
    ...count("events", inboxes, estimate),
    oldest_at: toTimestamp(at),
    oldest_seconds: at && Math.max(0, Math.round((Date.now() - at.getTime()) / 1_000)),
  };
}

function addDue(due: readonly Due[]) {
  const [longest] = due.toSorted((one, other) => (other.seconds ?? -1) - (one.seconds ?? -1));
  const overdue = due.reduce((sum, one) => sum + one.overdue, 0);
  return {
    due_since: longest?.since?.toISOString() ?? null,
    due_seconds: longest?.seconds ?? null,
    overdue_lanes: Math.min(overdue, MOST_OVERDUE),
  };
}

/** `rows` is null where counting took too long. */
function count<Name extends string>(name: Name, rows: readonly Unfinished[] | null, estimate: number) {
  const counted = rows?.reduce((sum, row) => sum + row.counted, 0) ?? 0;
  const isEstimate = rows === null || rows.some((row) => row.counted > COUNTED);
  const amount = isEstimate ? Math.max(counted, estimate) : counted;
  return { [name]: amount, is_estimate: isEstimate } as Record<Name, number> & { is_estimate: boolean };
}

function liveRows(tables: Tables, table: string): number {
  return tables.find((one) => one.table === table)?.live_rows ?? 0;
}
