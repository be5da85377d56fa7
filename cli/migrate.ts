import { findInstallation } from "@/lib/db/find-installation";
import { joinDatabase } from "@/lib/db/open";
import type { Env } from "@/lib/kernel/env";

/**
 * Brings the database to this program's schema, as a copy does at its start, and returns the lines that say which
 * migrations ran. Needs no key. `isTold`: the settings name the data.
 */
export async function migrateDatabase(given: Env, isTold: boolean): Promise<string> {
  const env = await findInstallation(given, { isTold, mayMake: true });
  const { migrations, release } = await joinDatabase(env);
  await release();
  const { ran, newer } = migrations;
  if (newer.length > 0)
    return `The database is of a newer version, which allows this one beside it: ${newer.join(", ")}.`;
  return [...ran.map((name) => `Applied ${name}`), "The database is up to date."].join("\n");
}
