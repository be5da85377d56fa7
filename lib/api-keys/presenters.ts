import type { Selectable } from "kysely";
import type { ApiKey } from "@/lib/api-keys/schemas";
import type { ApiKeys } from "@/lib/db/generated";
import type { Role } from "@/lib/vocabulary";

export function toApiKey(row: Selectable<ApiKeys>): ApiKey {
  return {
    uid: row.id,
    project_id: row.project_id,
    name: row.name,
    role: row.role as Role,
    prefix: `hy_${row.key_id}`,
    expires_at: row.expires_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}
