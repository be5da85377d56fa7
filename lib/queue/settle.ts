import type { Ask } from "@/lib/db/ask";
import { bool, bytes, float, type Given, insertInto, int, json, statement, text, uuid, word } from "@/lib/db/statement";
import { NIL_ID, newId } from "@/lib/kernel/ids";
import { ANSWER_CLASSES, answerClassOf, durationClassOf } from "@/lib/queue/attempt-classes";
import { NOTE_CAUSES } from "@/lib/queue/cause-notes";
import { type Destination, destinationId } from "@/lib/queue/destination";
import type { Lane } from "@/lib/queue/due-lanes";
import { leaveSequences, lockSequences, type Ordered } from "@/lib/queue/order";
import { latencyClassOf, toTrait } from "@/lib/queue/trait";
import { changeOfWaiting } from "@/lib/queue/transition";

/** An attempt as it is stored. */
export type Attempt = {
  /** Null for POST. */
  readonly method: string | null;
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** Null if no answer came. */
  readonly status: number | null;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly isBodyTruncated: boolean;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly startedAt: Date;
  readonly durationMs: number;
};

/** An attempt that has ended, and its consequence for the delivery. */
export type Settlement = {
  readonly projectId: string;
  readonly deliveryId: string;
  readonly destination: Destination;
  /** Null if none made it. */
  readonly subscriptionId: string | null;
  /** When the delivery was created, in milliseconds since 1970. */
  readonly createdAt: number;
  /** From when its latency counts, in milliseconds since 1970. */
  readonly latencyFrom: number;
  /** The attempt's number, from 1. */
  readonly number: number;
  readonly cause: AttemptCause;
  /** Until the next attempt; null if there is none. */
  readonly delayMs: number | null;
  readonly description: string;
  /**
   * What tells the cause of a failed attempt at an endpoint from others with the same error or status, perhaps nothing
   * (""). Null for any other attempt.
   */
  readonly causeDetail: string | null;
  readonly attempt: Attempt;
  /** Its position in a sequence, if it has one, and whether those behind it may pass it although it did not succeed. */
  readonly order: { readonly place: Ordered; readonly mayBePassed: boolean } | null;
};

export type AttemptCause = "succeeded" | "retried" | "failed";
const ATTEMPT_CAUSES: readonly AttemptCause[] = ["succeeded", "retried", "failed"];

/** The settlements of one worker's leases. */
export type Batch = { readonly workerId: string; readonly settlements: readonly Settlement[] };

/** The changes of each cause, as a table for the statements that settle. */
const RULES = `(values ${ATTEMPT_CAUSES.map((cause) => {
  const { status, dead, counts } = changeOfWaiting(cause);
  const numbers = [counts.attempts, counts.attempts_failed, counts.succeeded, counts.failed];
  return `('${cause}', '${status}', ${dead === null ? "null" : `'${dead}'`}, ${numbers.join(", ")})`;
}).join(", ")}) as rule(cause, status, dead, attempts, attempts_failed, succeeded, failed)`;

/**
 * Settles a batch of attempts in one statement: queue rows leave or wait for their next attempt, deliveries get their
 * state, attempts are stored, counters move. Touches only what this worker still leases; another worker settles what it
 * took over. Returns the indexes in the batch that were settled. Every table is restricted by the batch's ids, so that
 * no query plan, however misleading the tables' statistics, reads more than those rows; and the queue is joined with
 * nothing, since a join of two lists of unknown length costs their product. The lease is compared in a form that its
 * own index does not serve, since that index is full of what was settled before.
 */
export const SETTLE = statement("settle", (given: Given<Batch>) => {
  const workerId = given.value("uuid", (batch) => batch.workerId);
  const t = given
    .rows(({ settlements }) => settlements)
    .as("t", {
      place: int((_, place) => place),
      project_id: uuid((settlement) => settlement.projectId),
      delivery_id: uuid((settlement) => settlement.deliveryId),
      destination_id: uuid((settlement) => destinationId(settlement.destination)),
      subscription_id: uuid(({ subscriptionId }) => subscriptionId ?? NIL_ID),
      cause: word((settlement) => settlement.cause),
      description: text((settlement) => settlement.description),
      cause_detail: text((settlement) => settlement.causeDetail),
      number: int((settlement) => settlement.number),
      delay: float(({ delayMs }) => (delayMs === null ? null : delayMs / 1_000)),
      trait: text(traitOf),
      latency: float((settlement) => (settlement.cause === "succeeded" ? latencySeconds(settlement) : null)),
      latency_class: int((settlement) => latencyClassOf(latencySeconds(settlement))),
      made_at: float((settlement) => settlement.createdAt / 1_000),
      attempt_id: uuid(() => newId()),
      method: text(({ attempt }) => attempt.method),
      url: text(({ attempt }) => attempt.url),
      request_headers: json(({ attempt }) => attempt.requestHeaders),
      response_status: int(({ attempt }) => attempt.status),
      response_headers: json(({ attempt }) => attempt.responseHeaders),
      body: bytes(({ attempt }) => attempt.body),
      is_truncated: bool(({ attempt }) => attempt.isBodyTruncated),
      error_code: text(({ attempt }) => attempt.error?.code ?? null),
      error_message: text(({ attempt }) => attempt.error?.message ?? null),
      started_at: float(({ attempt }) => attempt.startedAt.getTime() / 1_000),
      duration_ms: float(({ attempt }) => attempt.durationMs),
      answer: int(({ attempt }) => ANSWER_CLASSES.indexOf(answerClassOf(attempt))),
      duration: int(({ attempt }) => durationClassOf(attempt.durationMs)),
    });
  const all = given.ids(({ settlements }) => settlements.map(({ deliveryId }) => deliveryId));
  const { leave, wait } = queueChanges(given, workerId, t.all("project_id"));
  return `
with rule as materialized (
  select * from ${RULES}
), finished as (
  ${leave}
), again as (
  ${wait}
), settled as materialized (
  select t.*, rule.status, rule.dead, rule.attempts, rule.attempts_failed, rule.succeeded, rule.failed
  from ${t} join rule using (cause)
  where t.delivery_id = any(array(select delivery_id from finished union all select delivery_id from again))
), updated as (
  update event_deliveries d
  set status = s.status, dead = s.dead, description = s.description, num_trials = s.number,
    latency_seconds = coalesce(s.latency, d.latency_seconds),
    latency_class = case when s.latency is null then d.latency_class else s.latency_class end,
    trait = s.trait, updated_at = now(),
    next_send_time = now() + make_interval(secs => s.delay)
  from settled s
  where d.project_id = s.project_id and d.id = s.delivery_id and d.project_id = any(${t.all("project_id")})
    and ${all.has("d.id")}
), attempts as (
  ${insertInto("delivery_attempts", {
    project_id: "project_id",
    delivery_id: "delivery_id",
    id: "attempt_id",
    number: "number",
    destination_id: "destination_id",
    method: "method",
    url: "url",
    request_headers: "request_headers::json",
    response_status: "response_status",
    response_headers: "response_headers::json",
    response_data: t.bytes("body", "settled"),
    response_truncated: "is_truncated",
    error_code: "error_code",
    error_message: "error_message",
    started_at: "to_timestamp(started_at)",
    duration_ms: "duration_ms",
  })}
  from settled
), counted as (
  insert into endpoint_stat_deltas (project_id, destination_id, subscription_id, minute, answer, duration,
    attempts, attempts_failed, succeeded, failed)
  select project_id, destination_id, subscription_id, minute, answer, duration,
    sum(attempts), sum(attempts_failed), sum(succeeded), sum(failed)
  from (
    select project_id, destination_id, subscription_id, this.minute, answer, duration, attempts, attempts_failed,
      case when made.minute = this.minute then succeeded else 0 end as succeeded,
      case when made.minute = this.minute then failed else 0 end as failed
    from settled, lateral (select date_trunc('minute', now()) as minute) this,
      lateral (select date_trunc('minute', to_timestamp(made_at)) as minute) made
    union all
    select project_id, destination_id, subscription_id, date_trunc('minute', to_timestamp(made_at)), null, null, 0, 0,
      succeeded, failed
    from settled
    where succeeded + failed > 0 and date_trunc('minute', to_timestamp(made_at)) <> date_trunc('minute', now())
  ) counts group by 1, 2, 3, 4, 5, 6
), noted as (
  ${NOTE_CAUSES}
)
select place from settled`;
});

/**
 * Settles, in a transaction, deliveries of which some may be ordered, after which the next ones of their sequences may
 * be attempted. Returns the indexes in the batch that were settled, and the lanes of those that may be attempted now.
 */
export async function settleInOrder(ask: Ask, batch: Batch): Promise<{ places: number[]; freed: Lane[] }> {
  await lockSequences(
    ask,
    batch.settlements.flatMap(({ order }) => order?.place ?? []),
  );
  const places = (await ask<{ place: number }>(SETTLE(batch))).map(({ place }) => place);
  const leaving = places.flatMap((at) => {
    const { cause, order } = batch.settlements[at] as Settlement;
    return order && (order.mayBePassed || changeOfWaiting(cause).order === "leaves") ? [order.place] : [];
  });
  return { places, freed: await leaveSequences(ask, leaving) };
}

/** Settles meta events, each of which keeps only its last attempt, in its own row. */
export const SETTLE_META_EVENTS = statement("settle_meta_events", (given: Given<Batch>) => {
  const workerId = given.value("uuid", (batch) => batch.workerId);
  const t = given
    .rows(({ settlements }) => settlements)
    .as("t", {
      project_id: uuid((settlement) => settlement.projectId),
      id: uuid((settlement) => settlement.deliveryId),
      cause: word((settlement) => settlement.cause),
      description: text((settlement) => settlement.description),
      number: int((settlement) => settlement.number),
      delay: float(({ delayMs }) => (delayMs === null ? null : delayMs / 1_000)),
      attempt: json(({ attempt }) => toLastAttempt(attempt)),
    });
  const { leave, wait } = queueChanges(given, workerId, t.all("project_id"));
  return `
with finished as (
  ${leave}
), again as (
  ${wait}
)
update meta_events m
set status = rule.status, description = t.description, num_trials = t.number, attempt = t.attempt::jsonb, updated_at = now(),
  next_send_time = now() + make_interval(secs => t.delay)
from ${t} join ${RULES} using (cause)
where m.project_id = t.project_id and m.id = t.id and m.project_id = any(${t.all("project_id")}) and m.id = any(${t.all("id")})
  and t.id = any(array(select delivery_id from finished union all select delivery_id from again))`;
});

/** The queue's part of settling: the rows that leave it, and those that wait in it for their next attempt. */
function queueChanges(given: Given<Batch>, workerId: string, projectIds: string): { leave: string; wait: string } {
  const finished = given.list("uuid", ({ settlements }) =>
    settlements.filter(isFinal).map(({ deliveryId }) => deliveryId),
  );
  const again = given
    .rows(({ settlements }) => settlements.filter((one) => !isFinal(one)))
    .as("again", {
      id: uuid((settlement) => settlement.deliveryId),
      delay: float(({ delayMs }) => (delayMs ?? 0) / 1_000),
    });
  const mine = `q.project_id = any(${projectIds}) and (q.lease = ${workerId}) is true`;
  return {
    leave: `delete from delivery_queue q where ${mine} and q.delivery_id = any(${finished}) returning q.delivery_id`,
    wait: `update delivery_queue q
      set lease = null, num_trials = q.num_trials + 1,
        due_at = now() + make_interval(secs => (${again.all("delay")})[array_position(${again.all("id")}, q.delivery_id)])
      where ${mine} and q.delivery_id = any(${again.all("id")}) returning q.delivery_id`,
  };
}

function isFinal({ cause }: Settlement): boolean {
  return changeOfWaiting(cause).queue === "leaves";
}

function traitOf({ cause, attempt, number }: Settlement): string | null {
  const { status } = changeOfWaiting(cause);
  const failedWith = attempt.error?.code ?? attempt.status;
  return toTrait({ status, attempts: number, failedWith: cause === "succeeded" ? null : String(failedWith) });
}

function latencySeconds({ attempt, latencyFrom }: Settlement): number {
  return Math.max(0, Math.round(attempt.startedAt.getTime() + attempt.durationMs - latencyFrom)) / 1_000;
}

function toLastAttempt({ requestHeaders, body, responseHeaders, status, error }: Attempt) {
  return {
    request_http_header: requestHeaders,
    response_data: body.toString("utf8").replaceAll("\0", "\ufffd"),
    response_http_header: responseHeaders,
    response_status: status,
    error: error?.message ?? null,
  };
}
