import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { askHidden } from "@/cli/ask-password";
import type { Place } from "@/cli/backup";
import { checkBackup } from "@/lib/backup/check-backup";
import { BackupError, type Heading } from "@/lib/backup/format";
import { unpack } from "@/lib/backup/packing";
import { type BackupReader, readBackup } from "@/lib/backup/read-backup";
import { findSchema, restoreBackup } from "@/lib/backup/restore";
import { findInstallation } from "@/lib/db/find-installation";
import { reachDatabase } from "@/lib/db/open";
import type { Env } from "@/lib/kernel/env";
import { findMasterKeys, placeOfKeys } from "@/lib/kernel/master-keys";
import { createSecretBox } from "@/lib/kernel/secret-box";
import { StartupError } from "@/lib/kernel/startup-error";

export type RestoreOptions = { dryRun?: boolean };

type Streams = { input: Readable; note: (line: string) => void };

/**
 * Restores a backup from a file, or from `input` if it is called `-`, into an empty database. A file is read to its end
 * first, so that one that is damaged changes nothing. Returns the lines to print.
 */
export async function restore(
  { env: given, isTold }: Place,
  file: string,
  { dryRun = false }: RestoreOptions,
  { input, note }: Streams,
): Promise<string> {
  const env = await findInstallation(given, { isTold, mayMake: true });
  const askPassphrase = once(() => findPassphrase(env, file));
  const open = async () => readBackup(await unpack(file === "-" ? input : createReadStream(file), askPassphrase));
  let backup: BackupReader = await open();
  note(tell(backup.heading));
  if (dryRun || file !== "-") {
    const counts = await checkBackup(backup);
    if (dryRun) return [...counts].map(([table, count]) => `${table}: ${count.toLocaleString("en")}`).join("\n");
    backup = await open();
  }
  await findSchema(backup.heading);
  await refuseOtherKey(env, backup.heading);
  const { url, release } = await reachDatabase(env);
  try {
    await restoreBackup({ url, backup, isSpread: env.HOOKYARD_DISTRIBUTED !== undefined, note });
  } finally {
    await release();
  }
  return "Restored. What waits is delivered as soon as a copy starts; with HOOKYARD_ROLE=web nothing is.";
}

function tell({ made_at, program, postgres, days }: Heading): string {
  const which = days === null ? "all days" : `days from ${days.from ?? "the first"} to ${days.to ?? "the last"}`;
  return `A backup of ${made_at}, by Hookyard ${program} on PostgreSQL ${postgres}, with events of ${which}.`;
}

/** Without the key that they were encrypted with, a copy would not even start on the restored credentials. */
async function refuseOtherKey(env: Env, { keys }: Heading): Promise<void> {
  const { keyIds } = createSecretBox(await findMasterKeys(env));
  if (keys.length === 0 || keys.some((id) => keyIds.includes(id))) return;
  const place = placeOfKeys(env);
  throw new BackupError(
    `The credentials in this backup were encrypted with another key than the one in ${place}: give the HOOKYARD_SECRET of the installation that made it, or put the file \`secret\` of its HOOKYARD_DATA into ${env.HOOKYARD_DATA}, then run this again. Nothing was changed.`,
  );
}

async function findPassphrase(env: Env, file: string): Promise<string> {
  if (env.HOOKYARD_BACKUP_PASSPHRASE !== undefined) return env.HOOKYARD_BACKUP_PASSPHRASE;
  if (file === "-" || !process.stdin.isTTY) {
    throw new StartupError("The backup is encrypted: set HOOKYARD_BACKUP_PASSPHRASE, or run it in a terminal.");
  }
  const [passphrase] = await askHidden(["Passphrase: "]);
  return passphrase;
}

function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined;
  return () => {
    answer ??= ask();
    return answer;
  };
}
