import { type Kysely, sql } from "kysely";
import type { DB } from "@/lib/db/generated";
import { idTime } from "@/lib/kernel/ids";

const DAY_MS = 86_400_000;

/** The reason for refusing something whose day may be removed at any moment. */
export const PAST_RETENTION = "past the project's retention and about to be removed.";

/** The first day (UTC) that a retention of this many days still keeps; null if all are kept. */
export function keptFrom(retentionDays: number, now: Date): Date | null {
  if (retentionDays === 0) return null;
  return new Date(Math.floor(now.getTime() / DAY_MS - retentionDays) * DAY_MS);
}

/**
 * Returns a check whether the day of any of these ids is past the project's retention: its rows may be removed at any
 * moment, so nothing new may begin with them.
 */
export async function readRetention(db: Kysely<DB>, projectId: string): Promise<(ids: readonly string[]) => boolean> {
  const row = await db
    .selectFrom("projects")
    .select([sql<number>`coalesce((settings->>'retention')::int, 0)`.as("retention"), sql<Date>`now()`.as("now")])
    .where("id", "=", projectId)
    .executeTakeFirst();
  const oldest = row ? keptFrom(row.retention, row.now) : null;
  return (ids) => oldest !== null && ids.some((id) => idTime(id) < oldest);
}
