import type pg from "pg";
import type { Context } from "@/lib/db/context";
import { findAnywhere } from "@/lib/db/placement/find-anywhere";
import { type Given, statement } from "@/lib/db/statement";
import { newId } from "@/lib/kernel/ids";
import { KEPT_REQUESTS, type ReceiverAnswer } from "@/lib/nouns/receivers/schemas";

/** A request that arrived at a receiver: the start of its body, and the length of the whole. */
export type Arrived = {
  method: string;
  query: string;
  headers: Record<string, string>;
  body: Buffer;
  bodyBytes: number;
};

type Told = { id: string; project_id: string; delay_ms: number };
type Place = { db: { pool: pg.Pool }; clock: Context["clock"] };

/** Finds a receiver that has not ended and is no archived project's, and how long its answers wait; null if there is none. */
export function findReceiver(
  { dbs, clock }: { dbs(): readonly { pool: pg.Pool }[]; clock: Context["clock"] },
  token: string,
): Promise<Told | null> {
  const query = FIND_RECEIVER({ token, now: clock.now() });
  return findAnywhere(dbs(), async ({ pool }) => (await pool.query<Told>(query)).rows[0]);
}

/**
 * Keeps a request, forgets the oldest one beyond what is kept, and returns the answer that it gets; null if the receiver
 * has ended. Requests at one receiver take turns, so that each counts once. The database is the one that has its project.
 */
export async function recordRequest(
  { db, clock }: Place,
  token: string,
  arrived: Arrived,
): Promise<ReceiverAnswer | null> {
  const recorded = { ...arrived, token, now: clock.now(), id: newId() };
  const { rows } = await db.pool.query<ReceiverAnswer>(RECORD_REQUEST(recorded));
  return rows[0] ?? null;
}

const FIND_RECEIVER = statement(
  "find_receiver",
  (given: Given<{ token: string; now: Date }>) => `
select r.id, r.project_id, r.answer_delay_ms as delay_ms
from receivers r join projects p on p.id = r.project_id and p.deleted_at is null and p.archived_at is null
where r.token = ${given.value("text", ({ token }) => token)} and r.expires_at > ${given.value("timestamptz", ({ now }) => now)}`,
);

type Recorded = Arrived & { token: string; now: Date; id: string };

const RECORD_REQUEST = statement(
  "record_receiver_request",
  (given: Given<Recorded>) => `
with given as (
  select ${given.value("text", ({ token }) => token)} as token, ${given.value("timestamptz", ({ now }) => now)} as now
), held as (
  select r.*, given.now from given join receivers r on r.token = given.token
  where r.expires_at > given.now for update of r
), told as (
  select *, case when fail_next > 0 then fail_status else answer_status end as status from held
), counted as (
  update receivers r set
    received = h.received + 1, last_received_at = h.now, fail_next = greatest(h.fail_next - 1, 0)
  from held h where r.project_id = h.project_id and r.id = h.id
), kept as (
  insert into receiver_requests
    (project_id, receiver_id, id, received_at, method, url_query_params, headers, body, body_bytes, status)
  select project_id, id, ${given.value("uuid", ({ id }) => id)}, now,
    ${given.value("text", ({ method }) => method)}, ${given.value("text", ({ query }) => query)},
    ${given.value("json", ({ headers }) => JSON.stringify(headers))},
    ${given.value("bytea", ({ body }) => body)}, ${given.value("bigint", ({ bodyBytes }) => bodyBytes)}, status
  from told
), forgotten as (
  delete from receiver_requests q using held h
  where q.project_id = h.project_id and q.receiver_id = h.id and q.id in (
    select x.id from receiver_requests x
    where x.project_id = h.project_id and x.receiver_id = h.id
    order by x.id desc offset ${KEPT_REQUESTS - 1}
  )
)
select status, answer_delay_ms as delay_ms, answer_content_type as content_type, answer_body as body,
  answer_retry_after as retry_after
from told`,
);
