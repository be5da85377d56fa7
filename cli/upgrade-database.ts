import type { Place } from "@/cli/backup";
import { upgradeEmbedded } from "@/lib/backup/upgrade-embedded";
import { findInstallation } from "@/lib/db/find-installation";
import { StartupError } from "@/lib/kernel/startup-error";

/** Brings an embedded database to the major version of PostgreSQL that this program brings; returns what it did. */
export async function upgradeDatabase(
  { env: given, isTold }: Place,
  { postgres }: { postgres?: string },
  note: (line: string) => void,
): Promise<string> {
  const env = await findInstallation(given, { isTold, mayMake: false });
  if (env.DATABASE_URL) {
    throw new StartupError(
      "DATABASE_URL is set: upgrade that PostgreSQL as its documentation says. Hookyard needs 15 or newer.",
    );
  }
  const upgraded = await upgradeEmbedded({ dataDir: env.HOOKYARD_DATA, postgres, note });
  if (upgraded === null) return "The database is of the PostgreSQL that this Hookyard brings: there is nothing to do.";
  const { from, to, kept } = upgraded;
  return `The database is of PostgreSQL ${to} now. As PostgreSQL ${from} had it, it is still in ${kept}: remove that when all is well.`;
}
