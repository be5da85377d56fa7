import { float, type Given, insertInto, int, statement, text, uuid, word } from "@/lib/db/statement";
import type { Folded, State } from "@/lib/upkeep/incidents/fold";

export type Of = { readonly projectId: string; readonly endpointId: string };

const endpointsOf = (given: Given<readonly Of[]>) =>
  given
    .rows((items) => items)
    .as("w", { project_id: uuid(({ projectId }) => projectId), endpoint_id: uuid(({ endpointId }) => endpointId) });

/** The incidents of these endpoints that have not recovered, or a short while ago. */
export const FIND_INCIDENTS = statement(
  "find_incidents_of",
  (given: Given<readonly Of[]>) => `
select i.project_id, i.id, i.endpoint_id, i.code, i.response_status, i.detail, i.error_message, i.first_seen_at,
  i.last_seen_at, i.attempts, i.last_delivery_id, i.answered_at, i.announced_at, i.recovered_at, i.recovery
from ${endpointsOf(given)}
cross join lateral (
  select * from incidents i
  where i.project_id = w.project_id and i.endpoint_id = w.endpoint_id
    and (i.recovered_at is null or i.recovered_at > now() - interval '30 minutes')
) i`,
);

export type Named = {
  readonly projectId: string;
  readonly endpointId: string;
  readonly name: string;
  /** Its circuit breaker is open. */
  readonly isHeld: boolean;
  /** It has an incident that was announced and has not recovered. */
  readonly isAnnounced: boolean;
};

/** Names those of these endpoints that were not deleted. */
export const NAME_ENDPOINTS = statement(
  "name_endpoints",
  (given: Given<readonly Of[]>) => `
select e.project_id as "projectId", e.id as "endpointId", e.name, e.status = 'pending' as "isHeld", (
    select true from incidents i
    where i.project_id = e.project_id and i.endpoint_id = e.id and i.recovered_at is null and i.announced_at is not null
    limit 1
  ) is true as "isAnnounced"
from ${endpointsOf(given)}
join endpoints e on e.project_id = w.project_id and e.id = w.endpoint_id
join projects p on p.id = e.project_id
where e.deleted_at is null and p.deleted_at is null`,
);

const seconds = (at: Date | null) => (at === null ? null : at.getTime() / 1_000);

/** Writes the state of incidents, which only the keeper of incidents changes; new ones are added. */
export const WRITE_INCIDENTS = statement("write_incidents", (given: Given<readonly State[]>) => {
  const i = given
    .rows((states) => states)
    .as("i", {
      project_id: uuid((state) => state.project_id),
      id: uuid((state) => state.id),
      endpoint_id: uuid((state) => state.endpoint_id),
      code: word((state) => state.code),
      response_status: int((state) => state.response_status),
      detail: text((state) => state.detail),
      error_message: text((state) => state.error_message),
      first_seen_at: float((state) => seconds(state.first_seen_at)),
      last_seen_at: float((state) => seconds(state.last_seen_at)),
      attempts: float((state) => state.attempts),
      last_delivery_id: uuid((state) => state.last_delivery_id),
      answered_at: float((state) => seconds(state.answered_at)),
      announced_at: float((state) => seconds(state.announced_at)),
    });
  return `
${insertInto("incidents", {
  project_id: "project_id",
  id: "id",
  endpoint_id: "endpoint_id",
  code: "code",
  response_status: "response_status",
  detail: "detail",
  error_message: "error_message",
  first_seen_at: "to_timestamp(first_seen_at)",
  last_seen_at: "to_timestamp(last_seen_at)",
  attempts: "attempts::bigint",
  last_delivery_id: "last_delivery_id",
  answered_at: "to_timestamp(answered_at)",
  announced_at: "to_timestamp(announced_at)",
})} from ${i} order by id
on conflict (project_id, id) do update
set error_message = excluded.error_message, last_seen_at = excluded.last_seen_at, attempts = excluded.attempts,
  last_delivery_id = excluded.last_delivery_id, answered_at = excluded.answered_at,
  announced_at = excluded.announced_at, recovered_at = null, recovery = null`;
});

/** Adds deliveries to incidents and counts those that are new to them. */
export const ADD_DELIVERIES = statement("add_incident_deliveries", (given: Given<Folded["deliveries"]>) => {
  const d = given
    .rows((deliveries) => deliveries)
    .as("d", {
      project_id: uuid(({ projectId }) => projectId),
      incident_id: uuid(({ incidentId }) => incidentId),
      delivery_id: uuid(({ deliveryId }) => deliveryId),
    });
  return `
with added as (
  ${insertInto("incident_deliveries", { project_id: "project_id", incident_id: "incident_id", delivery_id: "delivery_id" })}
  from ${d} on conflict do nothing returning project_id, incident_id
)
update incidents i set deliveries = i.deliveries + added.count
from (select project_id, incident_id, count(*) from added group by 1, 2) added
where i.project_id = added.project_id and i.id = added.incident_id`;
});

export const ADD_COUNTS = statement("add_incident_counts", (given: Given<Folded["counts"]>) => {
  const c = given
    .rows((counts) => counts)
    .as("c", {
      project_id: uuid(({ projectId }) => projectId),
      incident_id: uuid(({ incidentId }) => incidentId),
      at: float(({ at }) => seconds(at)),
      attempts: float(({ attempts }) => attempts),
    });
  return `
insert into incident_counts as old (project_id, incident_id, at, attempts)
select project_id, incident_id, to_timestamp(at), attempts::bigint from ${c} order by 1, 2, 3
on conflict (project_id, incident_id, at) do update set attempts = old.attempts + excluded.attempts`;
});

export type Ended = Pick<State, "project_id" | "id" | "announced_at"> & {
  /** Somebody has acknowledged it or written about it. */
  readonly isWatched: boolean;
};

/** Their endpoint has answered, and did not fail so for a minute since. */
export const ANSWERED =
  "recovered_at is null and answered_at > last_seen_at and last_seen_at < now() - interval '1 minute'";
/** Nothing was seen of them for a day. */
export const QUIET = "recovered_at is null and last_seen_at < now() - interval '1 day'";

/**
 * Ends the incidents whose endpoint has answered and did not fail so for a minute since, and those of which nothing was
 * seen for a day, and returns them.
 */
export const END_INCIDENTS = statement(
  "end_incidents",
  (given: Given<number>) => `
with answered as materialized (
  select project_id, id from incidents
  where ${ANSWERED}
  order by last_seen_at limit ${given.value("int", (limit) => limit)} for update skip locked
), quiet as materialized (
  select project_id, id from incidents
  where ${QUIET}
  order by last_seen_at limit ${given.value("int", (limit) => limit)} for update skip locked
)
update incidents i
set recovered_at = case when answered_at > last_seen_at then answered_at else now() end,
  recovery = case when answered_at > last_seen_at then 'answered' else 'quiet' end
where (i.project_id, i.id) in (select project_id, id from answered union select project_id, id from quiet)
returning i.project_id, i.id, i.announced_at, (
  i.acknowledged_at is not null
    or exists (select from incident_notes n where n.project_id = i.project_id and n.incident_id = i.id)
) as "isWatched"`,
);
