import { type Kysely, sql } from "kysely";
import type { DB } from "@/lib/db/generated";

const PREFIX = "hookyard listener";

/**
 * What a copy calls the connection that it listens with for as long as it runs, so that others see which keys it has.
 * PostgreSQL keeps 63 bytes of a name: the keys that seal first are told.
 */
export function toListenerName(keyIds: readonly string[]): string {
  return [PREFIX, ...keyIds].join(" ").slice(0, 63);
}

/** The keys of each copy that runs now, the one that seals first; of an older version of the program none are known. */
export async function readRunningKeys(db: Kysely<DB>): Promise<string[][]> {
  const { rows } = await sql<{ name: string }>`
    select application_name as name from pg_stat_activity
    where datname = current_database() and application_name like ${`${PREFIX}%`}`.execute(db);
  return rows.map(({ name }) =>
    name
      .slice(PREFIX.length)
      .split(" ")
      .filter((id) => id.length === 8),
  );
}
