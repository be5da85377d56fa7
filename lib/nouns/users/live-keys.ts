import { type RawBuilder, sql } from "kysely";

/** Counts the live keys of a project that the person of the row of `users` made. */
export function countLiveKeys(now: Date, projectId: string): RawBuilder<number> {
  return sql<number>`(select count(*)::int from api_keys where project_id = ${projectId} and created_by = users.id
    and ${isLiveKey(now)})`;
}

/** The condition that a row of `api_keys` is live: neither revoked nor expired. */
export function isLiveKey(now: Date): RawBuilder<boolean> {
  return sql<boolean>`api_keys.revoked_at is null and (api_keys.expires_at is null or api_keys.expires_at > ${now})`;
}
