import type { Selectable } from "kysely";
import type { Alerts } from "@/lib/db/generated";
import type { Alert } from "@/lib/nouns/alerts/schemas";
import { toTimestamp } from "@/lib/wire/to-timestamp";

export function toAlert(row: Selectable<Alerts>): Alert {
  return {
    uid: row.id,
    project_id: row.project_id,
    subscription_id: row.subscription_id,
    endpoint_id: row.endpoint_id,
    failures: row.failures,
    threshold_seconds: row.threshold_seconds,
    message: row.message,
    acknowledged_at: toTimestamp(row.acknowledged_at),
    created_at: row.created_at.toISOString(),
  };
}
