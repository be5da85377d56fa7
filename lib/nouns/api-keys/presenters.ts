import type { ApiKeyRow } from "@/lib/nouns/api-keys/queries";
import type { ApiKey } from "@/lib/nouns/api-keys/schemas";
import { toTimestamp } from "@/lib/wire/to-timestamp";

export function toApiKey(row: ApiKeyRow): ApiKey {
  return {
    uid: row.id,
    project_id: row.project_id,
    name: row.name,
    role: row.role,
    prefix: `hy_${row.key_id}`,
    created_by: row.created_by === null ? null : { uid: row.created_by, email: row.maker_email ?? "" },
    expires_at: toTimestamp(row.expires_at),
    last_used_at: toTimestamp(row.last_used_at),
    revoked_at: toTimestamp(row.revoked_at),
    created_at: row.created_at.toISOString(),
  };
}
