import { type Kysely, sql } from "kysely";
import type { DB } from "@/lib/db/generated";

/**
 * How a program that has a session in a database finds out whether an address leads to a copy on that same database: its
 * session has a name that nobody else can know, and the copy says whether it sees that name. Nothing is written.
 */
export const PROBE_HEADER = "x-hookyard-probe";

const PROBE = /^[0-9a-f]{32}$/;

/** The `application_name` of the session of a probe, which is 32 hexadecimal digits. */
export function toProbeName(probe: string): string {
  return `hookyard doctor ${probe}`;
}

/** Whether the database has the session of that probe; null for what is no probe. */
export async function seesProbe(db: Kysely<DB>, probe: string | undefined): Promise<boolean | null> {
  if (probe === undefined || !PROBE.test(probe)) return null;
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and application_name = ${toProbeName(probe)}
    limit 1`.execute(db);
  return rows.length > 0;
}
