import { type Kysely, sql } from "kysely";
import type { DB } from "@/lib/db/generated";

const PREFIX = "hookyard listener";

/**
 * The name of a copy's listening connection, which lasts as long as the copy, so that others see which keys it has.
 * PostgreSQL keeps 63 bytes of a name: the keys that encrypt come first.
 */
export function toListenerName(keyIds: readonly string[]): string {
  return [PREFIX, ...keyIds].join(" ").slice(0, 63);
}

/** Reads the keys of each running copy, the encrypting one first; copies of an older version show none. */
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
