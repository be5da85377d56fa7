import type { Selectable } from "kysely";
import type { Incidents } from "@/lib/db/generated";
import type { EndpointStatus, IncidentStatus } from "@/lib/kernel/vocabulary";
import type { Incident } from "@/lib/nouns/incidents/schemas";
import { adviceOf, titleOf } from "@/lib/nouns/incidents/words";
import { toTimestamp } from "@/lib/wire/to-timestamp";

export type IncidentRow = Selectable<Incidents>;

/** What an incident tells of its endpoint as it is now. */
export type AtEndpoint = {
  readonly name: string;
  /** Null when the endpoint was deleted. */
  readonly status: EndpointStatus | null;
  readonly waiting: number;
  readonly nextProbeAt: Date | null;
};

export function statusOf(row: Pick<IncidentRow, "recovered_at" | "acknowledged_at">): IncidentStatus {
  if (row.recovered_at) return "recovered";
  return row.acknowledged_at ? "acknowledged" : "open";
}

export function toIncident(row: IncidentRow, at: AtEndpoint, activity: number[]): Incident {
  return {
    uid: row.id,
    project_id: row.project_id,
    endpoint_id: row.endpoint_id,
    endpoint_name: at.name,
    endpoint_status: at.status,
    status: statusOf(row),
    title: titleOf(row, at.name),
    advice: adviceOf(row),
    code: row.code,
    response_status: row.response_status,
    detail: row.detail,
    error: row.error_message,
    first_seen_at: row.first_seen_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    attempts: row.attempts,
    deliveries: row.deliveries,
    waiting: at.waiting,
    next_probe_at: toTimestamp(at.nextProbeAt),
    last_delivery_id: row.last_delivery_id,
    acknowledged_at: toTimestamp(row.acknowledged_at),
    acknowledged_by: row.acknowledged_by,
    recovered_at: toTimestamp(row.recovered_at),
    recovery: row.recovery,
    activity,
  };
}
