import { type RawBuilder, sql } from "kysely";

/** Counts the live keys that the person of the row of `users` made: neither revoked nor expired. */
export function countLiveKeys(now: Date, projectId?: string): RawBuilder<number> {
  const inProject = projectId === undefined ? sql`` : sql`and k.project_id = ${projectId}`;
  return sql<number>`(select count(*)::int from api_keys k where k.created_by = users.id and k.revoked_at is null
    and (k.expires_at is null or k.expires_at > ${now}) ${inProject})`;
}
