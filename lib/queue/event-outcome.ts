import type { Ask } from "@/lib/db/ask";
import { type Given, insertInto, statement, text, uuid, uuids, word } from "@/lib/db/statement";
import { idTimeMs, NIL_ID } from "@/lib/kernel/ids";
import type { NotDeliveredCode } from "@/lib/kernel/vocabulary";

/** The outcome of an event when it is written: `Pending` while it waits in the inbox. */
export type EventOutcome = {
  readonly status: "Pending" | "Success" | "Discarded" | "Failure";
  /** Why nothing is sent, or why a function failed for some of its deliveries. */
  readonly reason: { readonly code: NotDeliveredCode; readonly message: string } | null;
  readonly isDuplicate: boolean;
  /** The versions of functions that ran over it; null if none did. */
  readonly functionVersions: readonly string[] | null;
};

export type EventCounts = { accepted: number; duplicates: number; discarded: number; failed: number };

/** The counts that a new event adds to its project. A duplicate counts as a duplicate and not as discarded as well. */
export function countsOfEvent({ status, isDuplicate }: Pick<EventOutcome, "status" | "isDuplicate">): EventCounts {
  const ending = isDuplicate ? null : countedAs(status);
  return {
    accepted: 1,
    duplicates: Number(isDuplicate),
    discarded: Number(ending === "discarded"),
    failed: Number(ending === "failed"),
  };
}

/** The counter, besides `accepted`, of events that end with this status; null if there is none. */
export function countedAs(status: string): "discarded" | "failed" | null {
  if (status === "Discarded") return "discarded";
  return status === "Failure" ? "failed" : null;
}

/** The result of routing an event of the inbox. */
export type Routed = {
  readonly projectId: string;
  readonly id: string;
  readonly status: "Success" | "Discarded" | "Failure";
  readonly reason: EventOutcome["reason"];
  readonly functionVersions: EventOutcome["functionVersions"];
  /** Null if they are the endpoints of all its deliveries, which were written in pages. */
  readonly endpoints: readonly string[] | null;
};

const MARK_ROUTED = statement("mark_routed", (given: Given<readonly Routed[]>) => {
  const r = given
    .rows((routed) => routed)
    .as("r", {
      project_id: uuid((item) => item.projectId),
      id: uuid((item) => item.id),
      status: word((item) => item.status),
      reason: text((item) => item.reason?.message ?? null),
      code: word((item) => item.reason?.code ?? null),
      endpoints: uuids(({ endpoints }) => endpoints),
      versions: uuids(({ functionVersions }) => functionVersions),
    });
  return `
with r as materialized (
  select r.project_id, r.id, r.status, r.reason, r.code, r.versions, coalesce(r.endpoints::uuid[], array(
    select distinct d.endpoint_id from event_deliveries d
    where d.project_id = r.project_id and d.event_id = r.id and d.endpoint_id is not null
  )) as endpoints
  from ${r}
), marked as (
  update events e
  set status = case when e.endpoints = '{}' then r.status else 'Success' end, status_reason = r.reason, status_code = r.code,
    updated_at = now(), function_versions = r.versions::uuid[],
    endpoints = case when e.endpoints = '{}' then r.endpoints
      else array(select distinct id from unnest(e.endpoints || r.endpoints) as both_times(id)) end
  from r
  where e.project_id = r.project_id and e.id = r.id and e.project_id = any(${r.all("project_id")}) and e.id = any(${r.all("id")})
  returning e.project_id, e.source_id, e.status, e.created_at
)
insert into event_stat_deltas (project_id, source_id, minute, discarded, failed)
select project_id, coalesce(source_id, '${NIL_ID}'), date_trunc('minute', created_at),
  count(*) filter (where status = 'Discarded'), count(*) filter (where status = 'Failure')
from marked where status in ('Discarded', 'Failure') group by 1, 2, 3`;
});

/**
 * Writes the results of routed events. A replayed event that was routed before keeps its endpoints and stays Success.
 * Part of the routing transaction.
 */
export async function markRouted(ask: Ask, routed: readonly Routed[]): Promise<void> {
  await ask(MARK_ROUTED(routed));
}

type Reopened = {
  readonly projectId: string;
  readonly id: string;
  readonly sourceId: string | null;
  readonly status: string;
};

const TAKE_BACK = statement(
  "take_event_back",
  (given: Given<Reopened>) =>
    `${insertInto("event_stat_deltas", {
      project_id: given.value("uuid", ({ projectId }) => projectId),
      source_id: given.value("uuid", ({ sourceId }) => sourceId ?? NIL_ID),
      minute: `date_trunc('minute', to_timestamp(${given.value("float8", ({ id }) => idTimeMs(id) / 1_000)}))`,
      discarded: given.value("int", ({ status }) => (countedAs(status) === "discarded" ? -1 : 0)),
      failed: given.value("int", ({ status }) => (countedAs(status) === "failed" ? -1 : 0)),
    })}`,
);

const REOPEN = statement(
  "reopen_event",
  (given: Given<Reopened>) => `
update events set status = 'Pending', status_reason = null, status_code = null, updated_at = now()
where project_id = ${given.value("uuid", ({ projectId }) => projectId)} and id = ${given.value("uuid", ({ id }) => id)}`,
);

/** Makes a locked event Pending again, so that it is routed anew, and takes its former ending out of the counters. */
export async function reopenEvent(ask: Ask, event: Reopened): Promise<void> {
  await ask(REOPEN(event));
  if (countedAs(event.status) !== null) await ask(TAKE_BACK(event));
}
