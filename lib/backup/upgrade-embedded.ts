import { existsSync } from "node:fs";
import { copyFile, mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { readBackup } from "@/lib/backup/read-backup";
import { restoreBackup } from "@/lib/backup/restore";
import { writeBackup } from "@/lib/backup/write-backup";
import { startEmbeddedDatabase } from "@/lib/db/embedded/embedded";
import { databaseAccount } from "@/lib/db/embedded/embedded-account";
import { locateBinaries } from "@/lib/db/embedded/embedded-binaries";
import { majorOf, readMajor, upgradedFolder } from "@/lib/db/embedded/embedded-cluster";
import { locateOtherMajor } from "@/lib/db/embedded/other-major";
import { StartupError } from "@/lib/kernel/startup-error";

export type UpgradeParts = {
  dataDir: string;
  /** The folder of the older PostgreSQL, if it is not where systems install it. */
  postgres?: string | undefined;
  /** A line for the operator. */
  note: (line: string) => void;
};

/** The major versions before and after, and the folder with the database as it was. */
export type Upgraded = { from: string; to: string; kept: string };

/**
 * Brings the embedded database of an older major version of PostgreSQL over to the one that this program brings: by a
 * backup that is restored at once into a new folder, which then takes the older one's place. The older one stays beside
 * it. Killed at any instant, either of the two is in place and whole. Returns null if there is nothing to do. Throws a
 * StartupError if there is no such database, or if it is in use.
 */
export async function upgradeEmbedded({ dataDir, postgres, note }: UpgradeParts): Promise<Upgraded | null> {
  const folder = path.join(dataDir, "postgres");
  const from = await readMajor(folder);
  if (from === null) throw new StartupError(`There is no embedded database in ${dataDir}.`);
  const account = databaseAccount(folder);
  const to = await majorOf(await locateBinaries(account, dataDir), account);
  if (from === to) return null;
  if (Number(from) > Number(to)) {
    throw new StartupError(`The database is of PostgreSQL ${from}, which is newer than the ${to} of this Hookyard.`);
  }
  const binaries = await locateOtherMajor({ major: from, account, dataDir, folder: postgres, note });
  const place = path.join(dataDir, "upgrade");
  await rm(upgradedFolder(folder), { recursive: true, force: true });
  await rm(place, { recursive: true, force: true });
  const older = await startEmbeddedDatabase({ dataDir, binaries, note });
  try {
    note(`Copying the database from PostgreSQL ${from} to ${to}.`);
    await copyInto(place, dataDir, older.url, note);
  } finally {
    await older.stop();
  }
  await rename(path.join(place, "postgres"), upgradedFolder(folder));
  const kept = unusedName(path.join(dataDir, `postgres-${from}`));
  await rename(folder, kept);
  await rename(upgradedFolder(folder), folder);
  await rm(place, { recursive: true, force: true });
  return { from, to, kept };
}

/** Fills a new data folder, whose database has the password that `database.json` of the other one records. */
async function copyInto(place: string, dataDir: string, url: string, note: (line: string) => void): Promise<void> {
  await mkdir(place, { mode: 0o700 });
  await copyFile(path.join(dataDir, "database.json"), path.join(place, "database.json"));
  const newer = await startEmbeddedDatabase({ dataDir: place, note });
  try {
    await restoreBackup({ url: newer.url, backup: await readBackup(writeBackup({ url, isMove: true })), note });
  } finally {
    await newer.stop();
  }
}

function unusedName(wanted: string): string {
  let name = wanted;
  for (let n = 2; existsSync(name); n++) name = `${wanted}.${n}`;
  return name;
}
