import { type Kysely, sql } from "kysely";
import type { DB } from "@/lib/db/generated";
import { amongIds } from "@/lib/db/id-range";
import type { EndpointStatus } from "@/lib/kernel/vocabulary";
import { writeUtc } from "@/lib/kernel/write-utc";
import type { DeliveryRow } from "@/lib/nouns/deliveries/list-rows";

/** The known facts that keep a queued delivery from being attempted now. */
export type WaitingFacts = {
  isArchived: boolean;
  endpointStatus: EndpointStatus;
  /** When the endpoint's open breaker lets the next delivery through as a probe. */
  probeAt: Date | null;
  /** The head of its sequence, if that is another delivery. */
  head: { id: string; key: string; status: string; nextSendTime: Date | null } | null;
  /** In words, and when the next token is added; null if there is a token or no limit. */
  limit: { words: string; nextAt: Date } | null;
  /** It is not sent before this, whatever else it waits for; null if its time has come. */
  notBefore: Date | null;
};

export type Waiting = { description: string; nextSendTime: Date | null };

/** Explains why a delivery waits and until when; null if it only waits for its own next attempt. Pure. */
export function describeWaiting(facts: WaitingFacts): Waiting | null {
  const told = describeOthers(facts);
  const { notBefore } = facts;
  if (told === null || notBefore === null) return told;
  const { description, nextSendTime } = told;
  return {
    description: `${description} Not before ${writeUtc(notBefore)}, as its event asks.`,
    nextSendTime: nextSendTime && new Date(Math.max(nextSendTime.getTime(), notBefore.getTime())),
  };
}

/** The same without its own time. */
function describeOthers({ isArchived, endpointStatus, probeAt, head, limit }: WaitingFacts): Waiting | null {
  if (isArchived) return { description: "Held: the project is archived. No attempt is used up.", nextSendTime: null };
  if (endpointStatus === "paused") {
    return { description: "Held: the endpoint is paused. No attempt is used up.", nextSendTime: null };
  }
  if (endpointStatus === "pending") {
    const description = "Held: the circuit breaker is open for the endpoint. No attempt is used up.";
    return { description, nextSendTime: probeAt };
  }
  if (head) {
    const behind = `Waiting for delivery ${head.id} with ordering key ${head.key}`;
    return head.status === "Failure"
      ? { description: `${behind}, which failed: resend or cancel it. No attempt is used up.`, nextSendTime: null }
      : { description: `${behind}. No attempt is used up.`, nextSendTime: head.nextSendTime };
  }
  if (limit) return { description: `Waiting for ${limit.words}. No attempt is used up.`, nextSendTime: limit.nextAt };
  return null;
}

type FactRow = {
  delivery_id: string;
  is_archived: boolean;
  is_due: boolean;
  endpoint_status: EndpointStatus;
  probe_at: Date | null;
  head_id: string | null;
  head_key: string;
  head_status: string;
  head_next: Date | null;
  limits: string | null;
  limit_seconds: number | null;
  not_before: Date | null;
};

/** Seconds until a bucket has a token, computed from its last refill. */
const UNTIL_TOKEN = (bucket: string, count: string, seconds: string) =>
  sql.raw(
    `greatest(0, 1 - coalesce(${bucket}.tokens, 1)) * ${seconds} / ${count} - coalesce(extract(epoch from now() - ${bucket}.refilled_at), 0)`,
  );

/**
 * Returns these rows with the present reason and time in those that wait, instead of those written at their last
 * change: a waiting delivery is not written to.
 */
export async function explainWaiting(
  db: Kysely<DB>,
  projectId: string,
  rows: readonly DeliveryRow[],
): Promise<DeliveryRow[]> {
  const waiting = rows.filter((row) => row.status === "Scheduled" || row.status === "Retry");
  if (waiting.length === 0) return [...rows];
  const facts = new Map((await readFacts(db, projectId, waiting)).map((row) => [row.delivery_id, row]));
  const now = Date.now();
  return rows.map((row) => {
    const known = facts.get(row.id);
    const told = known ? describeWaiting(toFacts(known, now)) : null;
    if (!told) return row;
    const last = row.status === "Retry" ? ` Its last attempt: ${row.description}` : "";
    return { ...row, description: told.description + last, next_send_time: told.nextSendTime };
  });
}

function toFacts(row: FactRow, now: number): WaitingFacts {
  const isLimited = row.is_due && row.limits !== null && (row.limit_seconds ?? 0) > 0;
  return {
    isArchived: row.is_archived,
    endpointStatus: row.endpoint_status,
    probeAt: row.probe_at,
    head: row.head_id
      ? { id: row.head_id, key: row.head_key, status: row.head_status, nextSendTime: row.head_next }
      : null,
    limit: isLimited
      ? { words: `the rate limit of ${row.limits}`, nextAt: new Date(now + (row.limit_seconds ?? 0) * 1_000) }
      : null,
    notBefore: row.not_before && row.not_before.getTime() > now ? row.not_before : null,
  };
}

async function readFacts(db: Kysely<DB>, projectId: string, rows: readonly DeliveryRow[]): Promise<FactRow[]> {
  const ids = rows.map((row) => row.id);
  const { rows: facts } = await sql<FactRow>`
    select q.delivery_id, p.archived_at is not null as is_archived, q.due_at <= now() as is_due, q.not_before, coalesce(e.status, 'active') as endpoint_status, h.probe_at,
      head.delivery_id as head_id, head.ordering_key as head_key, d.status as head_status, d.next_send_time as head_next,
      nullif(concat_ws(' and ',
        case when e.rate_limit > 0 then e.rate_limit || ' per ' || e.rate_limit_duration || ' s' end,
        (s.rate_limit_config->>'count') || ' per ' || (s.rate_limit_config->>'duration') || ' s'), '') as limits,
      greatest(
        case when e.rate_limit > 0 then ${UNTIL_TOKEN("eb", "e.rate_limit", "e.rate_limit_duration")} end,
        ${UNTIL_TOKEN("sb", "(s.rate_limit_config->>'count')::float8", "(s.rate_limit_config->>'duration')::float8")}
      )::float8 as limit_seconds
    from delivery_queue q
    join projects p on p.id = q.project_id
    left join endpoints e on e.project_id = q.project_id and e.id = q.destination_id
    left join endpoint_health h on h.endpoint_id = e.id
    left join subscriptions s on s.id = q.lane_id and s.deleted_at is null
    left join rate_buckets eb on eb.lane_id = e.id
    left join rate_buckets sb on sb.lane_id = s.id
    left join ordered_deliveries o on o.project_id = q.project_id and o.delivery_id = q.delivery_id and not o.is_head
    left join ordered_deliveries head on head.endpoint_id = o.endpoint_id and head.ordering_key = o.ordering_key and head.is_head
    left join event_deliveries d on d.project_id = head.project_id and d.id = head.delivery_id
    where q.project_id = ${projectId} and ${amongIds("q.delivery_id", ids)}`.execute(db);
  return facts;
}
