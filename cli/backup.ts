import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { askPassword } from "@/cli/ask-password";
import { writeFileWhole } from "@/cli/write-file-whole";
import { pack } from "@/lib/backup/packing";
import { writeBackup } from "@/lib/backup/write-backup";
import { findInstallation } from "@/lib/db/find-installation";
import { reachDatabase } from "@/lib/db/open";
import type { Env } from "@/lib/kernel/env";
import { placeOfKeys } from "@/lib/kernel/master-keys";
import { StartupError } from "@/lib/kernel/startup-error";

const BackupOptions = z
  .object({
    out: z.string().min(1).optional(),
    from: z.iso.date("Give a day as YYYY-MM-DD.").optional(),
    to: z.iso.date("Give a day as YYYY-MM-DD.").optional(),
    encrypt: z.boolean().default(false),
  })
  .refine(({ from, to }) => !from || !to || from <= to, { path: ["from"], message: "It is after --to." });
export type BackupOptions = z.input<typeof BackupOptions>;

/** Where a command runs: `isTold` if the settings name the data. */
export type Place = { env: Env; isTold: boolean };

/**
 * Writes a backup of the installation to the file `out`, or to `output`. The program may run meanwhile, in any version:
 * the database is not migrated. Returns the line that says what else must be kept.
 */
export async function backUp(
  { env: given, isTold }: Place,
  options: BackupOptions,
  { output, note }: { output: Writable & { isTTY?: boolean }; note: (line: string) => void },
): Promise<string> {
  const { out, from, to, encrypt } = BackupOptions.parse(options);
  if (out === undefined && output.isTTY) throw new StartupError("--out: give a file, or send the output to one.");
  const env = await findInstallation(given, { isTold, mayMake: false });
  const passphrase = encrypt ? await newPassphrase(env) : null;
  const { url, release } = await reachDatabase(env);
  try {
    const packed = await pack(writeBackup({ url, days: { from, to }, note }), passphrase);
    if (out === undefined) await pipeline(packed, output, { end: false });
    else await writeFileWhole(out, packed);
  } finally {
    await release();
  }
  return `It does not have the key that credentials are encrypted with. Keep that too, somewhere else: ${placeOfKeys(env)}.`;
}

async function newPassphrase(env: Env): Promise<string> {
  if (env.HOOKYARD_BACKUP_PASSPHRASE !== undefined) return env.HOOKYARD_BACKUP_PASSPHRASE;
  if (!process.stdin.isTTY)
    throw new StartupError("--encrypt: set HOOKYARD_BACKUP_PASSPHRASE, or run it in a terminal.");
  const passphrase = await askPassword("Passphrase");
  if (passphrase.length < 12)
    throw new StartupError("The passphrase needs at least 12 characters. Nothing was written.");
  return passphrase;
}
