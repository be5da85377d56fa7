import type { Ask } from "@/lib/db/ask";
import { type Given, int, statement, text, uuid } from "@/lib/db/statement";
import type { EndpointStatus } from "@/lib/kernel/vocabulary";

export type Failures = { readonly projectId: string; readonly endpointId: string; readonly failures: number };

type Counting = { readonly workerId: string; readonly note: string; readonly items: readonly Failures[] };

/** Whose notes an endpoint keeps: more workers than are there at once. The ids of later ones are greater. */
const MOST_NOTES = 100;

const COUNT = statement("count_failures", (given: Given<Counting>) => {
  const workerId = given.value("text", (counting) => counting.workerId);
  const note = given.value("text", (counting) => counting.note);
  const f = given
    .rows(({ items }) => items)
    .as("f", {
      project_id: uuid(({ projectId }) => projectId),
      endpoint_id: uuid(({ endpointId }) => endpointId),
      failures: int(({ failures }) => failures),
    });
  return `
insert into endpoint_health as h (endpoint_id, project_id, consecutive_failures, notes)
select endpoint_id, project_id, failures, jsonb_build_object(${workerId}, ${note}) from ${f} order by endpoint_id
on conflict (endpoint_id) do update
set consecutive_failures = h.consecutive_failures + excluded.consecutive_failures,
  notes = coalesce((
    select jsonb_object_agg(worker, noted) from (
      select worker, noted from jsonb_each(h.notes) as n(worker, noted) order by worker desc limit ${MOST_NOTES}
    ) latest
  ), '{}') || excluded.notes
where h.notes ->> ${workerId} is distinct from ${note}
returning endpoint_id as "endpointId", consecutive_failures as count`;
});

/**
 * Counts consecutive failures, each endpoint once in `items`, and returns the new counts. Skips endpoints whose last
 * note by this worker is the same one: the answer to its commit was lost. Forgets the notes of all but the latest workers.
 */
export function countFailures(ask: Ask, counting: Counting): Promise<{ endpointId: string; count: number }[]> {
  return ask(COUNT(counting));
}

/** Locks the health rows of these endpoints, in one order for all notes. */
export const LOCK_HEALTH = statement(
  "lock_endpoint_health",
  (given: Given<readonly string[]>) =>
    `select from endpoint_health where endpoint_id = any(${given.list("uuid", (ids) => ids)}) order by endpoint_id for update`,
);

/** Forgets the failures of endpoints that answered. */
export const FORGET_FAILURES = statement(
  "forget_failures",
  (given: Given<readonly string[]>) =>
    `delete from endpoint_health where endpoint_id = any(${given.list("uuid", (ids) => ids)})`,
);

/** Sets the time until the first probe of endpoints whose breaker has opened. */
export const PROBE_LATER = statement(
  "probe_later",
  (given: Given<readonly { endpointId: string; seconds: number }[]>) => {
    const p = given
      .rows((items) => items)
      .as("p", { endpoint_id: uuid(({ endpointId }) => endpointId), seconds: int(({ seconds }) => seconds) });
    return `
update endpoint_health h
set opened_at = now(), probe_pause_seconds = p.seconds, probe_at = now() + make_interval(secs => p.seconds)
from ${p} where h.endpoint_id = p.endpoint_id`;
  },
);

type Move = {
  readonly from: EndpointStatus;
  readonly to: EndpointStatus;
  readonly at: Date;
  readonly items: readonly {
    readonly projectId: string;
    readonly endpointId: string;
    readonly reason: string | null;
  }[];
};

export type Moved = { projectId: string; endpointId: string; name: string; url: string };

const MOVE = statement("move_endpoints", (given: Given<Move>) => {
  const m = given
    .rows(({ items }) => items)
    .as("m", {
      project_id: uuid(({ projectId }) => projectId),
      id: uuid(({ endpointId }) => endpointId),
      reason: text(({ reason }) => reason),
    });
  return `
with locked as materialized (
  select id from endpoints
  where project_id = any(${m.all("project_id")}) and id = any(${m.all("id")})
    and status = ${given.value("text", ({ from }) => from)} and deleted_at is null
  order by id for update
)
update endpoints e
set status = ${given.value("text", ({ to }) => to)}, status_reason = m.reason, updated_at = ${given.value("timestamptz", ({ at }) => at)}
from ${m} join locked using (id)
where e.project_id = m.project_id and e.id = m.id
returning e.project_id as "projectId", e.id as "endpointId", e.name, e.url`;
});

/** Changes the status of endpoints that still have the expected one, and returns those. */
export async function moveEndpoints(ask: Ask, move: Move): Promise<Moved[]> {
  return move.items.length === 0 ? [] : ask<Moved>(MOVE(move));
}
