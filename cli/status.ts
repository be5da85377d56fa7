import type { Place } from "@/cli/backup";
import { sayStatus } from "@/cli/say-status";
import { locateDatabase } from "@/lib/checkup/facts/connect";
import { readHealth } from "@/lib/checkup/facts/read-health";
import { closeDatabase, createDatabase } from "@/lib/db/client";
import { findInstallation } from "@/lib/db/find-installation";
import { whatFailed } from "@/lib/db/what-failed";
import { StartupError } from "@/lib/kernel/startup-error";
import { judge } from "@/lib/nouns/health/judge";
import type { InstallationHealth } from "@/lib/nouns/health/schemas";

const PATIENCE_MS = 8_000;
const UNDEFINED_TABLE = "42P01";

/** Tells how the installation is, its copies and its servers; what *Installation › Health* shows. Changes nothing. */
export async function status(place: Place, { json = false }: { json?: boolean } = {}): Promise<string> {
  const health = await readStatus(place);
  return json ? JSON.stringify(health, null, 2) : sayStatus(health);
}

async function readStatus({ env: given, isTold }: Place): Promise<InstallationHealth> {
  const env = await findInstallation(given, { isTold, mayMake: false });
  const place = await locateDatabase(env);
  if (place === null) throw new StartupError("No copy has run here yet. Start one, or set DATABASE_URL.");
  const db = createDatabase(place.url, { max: 3, name: "hookyard status", answerTimeoutMs: PATIENCE_MS });
  try {
    return judge(await readHealth({ db, url: place.url, now: new Date() }));
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === UNDEFINED_TABLE) {
      throw new StartupError("The database has not the tables of this version. Start a copy, or run hookyard migrate.");
    }
    const hint = place.isOurs ? " The embedded PostgreSQL runs while a copy does: start one." : "";
    throw new StartupError(`The database does not answer: ${whatFailed(error)}.${hint}`, { cause: error });
  } finally {
    await closeDatabase(db);
  }
}
