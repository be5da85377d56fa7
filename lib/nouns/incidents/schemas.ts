import { z } from "zod";
import { CAUSE_CODES, ENDPOINT_STATUSES, INCIDENT_STATUSES, RECOVERIES } from "@/lib/kernel/vocabulary";
import { Note } from "@/lib/nouns/notes/schemas";
import { Timestamp, Uid } from "@/lib/wire/fields";
import { dateRange, paging, QueryIds, queryList, refineDateRange } from "@/lib/wire/list-query";

/** Failed attempts at one endpoint for one cause, from the first to the recovery. */
export const Incident = z.object({
  uid: Uid,
  project_id: Uid,
  endpoint_id: Uid,
  endpoint_name: z.string(),
  endpoint_status: z.enum(ENDPOINT_STATUSES).nullable().describe("Null when the endpoint was deleted"),
  status: z.enum(INCIDENT_STATUSES),
  title: z.string().describe("What fails and where, in a few words"),
  advice: z.string().describe("What usually mends it"),
  code: z.enum(CAUSE_CODES).describe("How the attempts fail; `http` is an answer that is no success"),
  response_status: z.int().nullable().describe("Of the answer; null unless the code is `http`"),
  detail: z
    .string()
    .describe(
      "Tells causes of one code apart: the phase of a time-out, what is wrong with the certificate, or the answer's own word for the error; may be empty",
    ),
  error: z.string().nullable().describe("The error of the last attempt, in words; null if there was an answer"),
  first_seen_at: Timestamp,
  last_seen_at: Timestamp,
  attempts: z.int().describe("Failed attempts for this cause"),
  deliveries: z.int().describe("Deliveries with such an attempt"),
  waiting: z.int().describe("Deliveries that wait for the endpoint now, for whatever reason"),
  next_probe_at: Timestamp.describe("When the open circuit breaker lets one delivery through; null while it is closed"),
  last_delivery_id: Uid.describe("A delivery among the last that failed so"),
  acknowledged_at: Timestamp,
  acknowledged_by: z.string().nullable(),
  recovered_at: Timestamp,
  recovery: z
    .enum(RECOVERIES)
    .nullable()
    .describe("Why it ended: the endpoint answers again, nothing failed so for a day, or the endpoint was deleted"),
  activity: z
    .array(z.int())
    .describe("Failed attempts per five minutes over two hours, the oldest first, up to now or to its end"),
});
export type Incident = z.infer<typeof Incident>;

export const IncidentWithNotes = Incident.extend({ notes: z.array(Note).describe("The oldest first") });
export type IncidentWithNotes = z.infer<typeof IncidentWithNotes>;

export const ListIncidents = z
  .object({
    ...paging,
    ...dateRange,
    status: queryList(z.enum(INCIDENT_STATUSES, `Choose of ${INCIDENT_STATUSES.join(", ")}.`)).describe(
      "In any of these states",
    ),
    endpointId: QueryIds.describe("At any of these endpoints"),
  })
  .superRefine(refineDateRange);
export type ListIncidents = z.infer<typeof ListIncidents>;
