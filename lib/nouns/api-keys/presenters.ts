import type { ApiKeyRow } from "@/lib/nouns/api-keys/queries";
import type { ApiKey } from "@/lib/nouns/api-keys/schemas";

export function toApiKey(row: ApiKeyRow): ApiKey {
  return {
    uid: row.id,
    project_id: row.project_id,
    name: row.name,
    role: row.role,
    prefix: `hy_${row.key_id}`,
    created_by: row.created_by === null ? null : { uid: row.created_by, email: row.maker_email ?? "" },
    expires_at: row.expires_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}
