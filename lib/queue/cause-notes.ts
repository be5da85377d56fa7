import type { Selectable } from "kysely";
import type { IncidentDeltas } from "@/lib/db/generated";
import { type Given, insertInto, statement } from "@/lib/db/statement";

/** What settling notes of attempts at one endpoint that ended alike. Without a code they succeeded. */
export type CauseNote = Omit<Selectable<IncidentDeltas>, "id">;

/**
 * The part of settling that appends the causes of failed attempts for the incidents of their endpoints, and the
 * successes that may end one: those of a delivery that failed before, whose incident may not be there yet, and those of
 * an endpoint that has an incident. That is asked once for each endpoint, in a form that is always a lookup in an index.
 */
export const NOTE_CAUSES = `${insertInto("incident_deltas", {
  project_id: "project_id",
  endpoint_id: "destination_id",
  code: "code",
  response_status: "response_status",
  detail: "detail",
  ended_at: "to_timestamp(ended)",
  attempts: "attempts",
  delivery_ids: "delivery_ids",
  error_message: "error_message",
})} from (
    select project_id, destination_id, coalesce(error_code, 'http') as code,
      case when error_code is null then response_status end as response_status, cause_detail as detail,
      max(started_at + duration_ms / 1000) as ended, count(*) as attempts, array_agg(delivery_id) as delivery_ids,
      max(error_message) as error_message
    from settled where cause_detail is not null group by 1, 2, 3, 4, 5
    union all
    select project_id, destination_id, null, null, '', max(started_at + duration_ms / 1000), count(*), '{}', null
    from settled where cause = 'succeeded' group by 1, 2
    having max(number) > 1 or (
      select true from incidents i
      where i.project_id = settled.project_id and i.endpoint_id = settled.destination_id and i.recovered_at is null limit 1
    )
  ) noted`;

/** Removes the oldest noted attempts and returns them. */
export const TAKE_CAUSES = statement(
  "take_causes",
  (given: Given<number>) => `
delete from incident_deltas
where id = any(array(select id from incident_deltas order by id limit ${given.value("int", (limit) => limit)}))
returning project_id, endpoint_id, code, response_status, detail, ended_at, attempts, delivery_ids, error_message`,
);
