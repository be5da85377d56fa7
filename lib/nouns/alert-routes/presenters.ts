import type { Selectable } from "kysely";
import type { AlertRoutes } from "@/lib/db/generated";
import { ALERT_RULE_KINDS } from "@/lib/kernel/alerting-words";
import type { SecretBox } from "@/lib/kernel/secret-box";
import type { AlertRoute } from "@/lib/nouns/alert-routes/schemas";
import { openSettings } from "@/lib/nouns/alert-routes/settings";
import { redactCredentials } from "@/lib/wire/redaction";
import { toTimestamp } from "@/lib/wire/to-timestamp";

export function toAlertRoute(row: Selectable<AlertRoutes>, { box }: { box: SecretBox }): AlertRoute {
  return {
    uid: row.id,
    name: row.name,
    type: row.type,
    settings: redactCredentials(openSettings(row.settings, box)),
    kinds: row.kinds && ALERT_RULE_KINDS.filter((kind) => row.kinds?.includes(kind)),
    pause_seconds: row.pause_seconds,
    is_enabled: row.is_enabled,
    last_message_at: toTimestamp(row.last_message_at),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
