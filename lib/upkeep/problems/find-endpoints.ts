import type { Ask } from "@/lib/db/ask";
import type { CauseCode } from "@/lib/kernel/vocabulary";
import { FEWEST_ATTEMPTS, WINDOW_SECONDS } from "@/lib/nouns/alert-rules/rules";
import { titleOf } from "@/lib/nouns/incidents/words";
import type { Found, Thresholds } from "@/lib/upkeep/problems/found";

/** An endpoint with the newest of its incidents that are not over. */
type EndpointRow = {
  project_id: string;
  id: string;
  name: string;
  code: CauseCode | null;
  response_status: number | null;
  detail: string | null;
};

const ENDPOINT = "e.project_id, e.id, e.name, i.code, i.response_status, i.detail";

const WITH_INCIDENT = `
left join lateral (
  select code, response_status, detail from incidents
  where project_id = e.project_id and endpoint_id = e.id and recovered_at is null
  order by last_seen_at desc limit 1
) i on true`;

const HELD = `
select ${ENDPOINT}, h.opened_at as since
from endpoint_health h
join endpoints e on e.project_id = h.project_id and e.id = h.endpoint_id and e.status = 'pending' and e.deleted_at is null
join projects p on p.id = e.project_id and p.deleted_at is null and p.archived_at is null
${WITH_INCIDENT}
where h.probe_at is not null`;

/** Endpoints whose circuit breaker is open. */
export async function findHeld(ask: Ask): Promise<Found[]> {
  const rows = await ask<EndpointRow & { since: Date }>({ name: "find_held_endpoints", text: HELD, values: [] });
  return rows.map((row) => ({
    ...toFound(row),
    kind: "breaker_open",
    cause: sayCause(row),
    amount: null,
    since: row.since,
  }));
}

const DISABLED = `
select e.project_id, e.id, e.name, e.status_reason, e.updated_at
from endpoints e join projects p on p.id = e.project_id and p.deleted_at is null and p.archived_at is null
where e.status = 'inactive' and e.deleted_at is null and e.status_reason = $1::text`;

/** Endpoints that Hookyard has disabled itself, for that reason. */
export async function findDisabled(ask: Ask, reason: string): Promise<Found[]> {
  type Row = { project_id: string; id: string; name: string; status_reason: string };
  const rows = await ask<Row>({ name: "find_disabled_endpoints", text: DISABLED, values: [reason] });
  return rows.map((row) => ({
    ...toFound(row),
    kind: "endpoint_disabled",
    cause: row.status_reason,
    amount: null,
    since: null,
  }));
}

/**
 * The oldest retry of each endpoint that retries: the next endpoint's is the next entry of the index behind all of this
 * one's, so that neither the other retries nor the endpoints without one are read. The id of a delivery tells its time.
 */
const OLDEST_RETRIES = `
  (
    select project_id, destination_id, delivery_id from delivery_queue where is_retry and kind = 'delivery'
    order by project_id, destination_id, delivery_id limit 1
  )
  union all
  select next.* from retries r cross join lateral (
    select project_id, destination_id, delivery_id from delivery_queue
    where is_retry and kind = 'delivery' and (project_id, destination_id) > (r.project_id, r.destination_id)
    order by project_id, destination_id, delivery_id limit 1
  ) next`;

/** A first try that is not due yet, as one with `deliver_at`, waits for nothing. */
const WAITING = `
with recursive retries as (${OLDEST_RETRIES}
), waiting as (
  select project_id, destination_id as endpoint_id,
    to_timestamp((('x' || translate(left(delivery_id::text, 13), '-', ''))::bit(48)::bigint) / 1000.0) as since
  from retries
  union all
  select l.project_id, coalesce(s.endpoint_id, l.lane_id), l.due_at
  from lanes l left join subscriptions s on s.project_id = l.project_id and s.id = l.lane_id
  where l.due_at <= now() - make_interval(secs => $1)
), oldest as (
  select project_id, endpoint_id, min(since) as since from waiting
  where since <= now() - make_interval(secs => $1) group by 1, 2
)
select ${ENDPOINT}, oldest.since
from oldest
join endpoints e on e.project_id = oldest.project_id and e.id = oldest.endpoint_id and e.status <> 'paused' and e.deleted_at is null
join projects p on p.id = e.project_id and p.deleted_at is null and p.archived_at is null
${WITH_INCIDENT}`;

const NOT_STARTED = "They are due and not started: the endpoint is slower than its events come, or its limits are low.";

/** Endpoints whose oldest delivery waits for long: for its retry, or to be started. */
export async function findWaiting(ask: Ask, thresholds: Thresholds): Promise<Found[]> {
  const rows = await ask<EndpointRow & { since: Date }>({
    name: "find_waiting_endpoints",
    text: WAITING,
    values: [thresholds.least("oldest_waiting")],
  });
  return rows.map((row) => {
    const cause = row.code === null ? NOT_STARTED : sayCause(row);
    return { ...toFound(row), kind: "oldest_waiting", cause, amount: null, since: row.since };
  });
}

/** Only of endpoints with an attempt that failed in that time: of the others there is nothing to add up. */
const COUNTED = `
with recent as not materialized (
  select project_id, destination_id, attempts, attempts_failed, failed from endpoint_minutes
  where minute > now() - interval '${WINDOW_SECONDS} seconds'
), troubled as (
  select distinct project_id, destination_id from recent where attempts_failed > 0
)
select ${ENDPOINT}, m.attempts, m.attempts_failed, m.failed
from (
  select project_id, destination_id, sum(attempts)::float8 as attempts, sum(attempts_failed)::float8 as attempts_failed,
    sum(failed)::float8 as failed
  from troubled join recent using (project_id, destination_id)
  group by 1, 2
  having sum(failed) >= $1::int or sum(attempts_failed) * 100 >= sum(attempts) * $2::int
) m
join endpoints e on e.project_id = m.project_id and e.id = m.destination_id and e.deleted_at is null
join projects p on p.id = e.project_id and p.deleted_at is null and p.archived_at is null
${WITH_INCIDENT}`;

type CountedRow = EndpointRow & { attempts: number; attempts_failed: number; failed: number };

/** Endpoints with too many attempts that failed, or deliveries that failed for good, of late. */
export async function findFailing(ask: Ask, thresholds: Thresholds): Promise<Found[]> {
  const rows = await ask<CountedRow>({
    name: "find_failing_endpoints",
    text: COUNTED,
    values: [thresholds.least("deliveries_failed"), thresholds.least("failure_share")],
  });
  return rows.flatMap((row) => [
    ...reached(row, "deliveries_failed", row.failed, thresholds),
    ...(row.attempts < FEWEST_ATTEMPTS
      ? []
      : reached(row, "failure_share", Math.floor((row.attempts_failed / row.attempts) * 100), thresholds)),
  ]);
}

function reached(
  row: EndpointRow,
  kind: "deliveries_failed" | "failure_share",
  amount: number,
  thresholds: Thresholds,
): Found[] {
  const threshold = thresholds.of(kind, row.project_id);
  if (threshold === null || amount < threshold) return [];
  return [{ ...toFound(row), kind, cause: sayCause(row), amount, since: null }];
}

function toFound({ project_id, id, name }: Pick<EndpointRow, "project_id" | "id" | "name">) {
  return { projectId: project_id, subjectType: "endpoint", subjectId: id, subjectName: name } as const;
}

/** The same words as the incident's, without which there is nothing to say. */
function sayCause({ name, code, response_status, detail }: EndpointRow): string {
  return code === null ? "" : titleOf({ code, response_status, detail: detail ?? "" }, name);
}
