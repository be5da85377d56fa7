import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pack, unpack } from "@/lib/backup/packing";
import { readBackup } from "@/lib/backup/read-backup";
import { type RestoreParts, restoreBackup } from "@/lib/backup/restore";
import { listTables } from "@/lib/backup/tables";
import { type BackupParts, writeBackup } from "@/lib/backup/write-backup";
import { openConnection } from "@/lib/db/connection";
import { newId } from "@/lib/kernel/ids";

/** An empty database on the same server, without Hookyard's tables. */
export async function createEmptyDatabase(url: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `empty_${newId().replaceAll("-", "")}`;
  await runOn(url, `create database ${name} template template0`);
  const fresh = url.replace(/\/[^/?]+(?=\?|$)/, `/${name}`);
  return { url: fresh, drop: () => runOn(url, `drop database ${name} with (force)`).then(() => {}) };
}

/** Runs one statement on a connection of its own. */
export async function runOn(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = await openConnection(url);
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** A whole backup in memory. */
export async function backUp(parts: BackupParts, passphrase: string | null = null): Promise<Buffer> {
  return buffer(await pack(writeBackup(parts), passphrase));
}

/** Restores it into the database at `url`. */
export async function restore(
  url: string,
  packed: Readable,
  { passphrase = "", ...parts }: Partial<RestoreParts> & { passphrase?: string } = {},
) {
  const backup = await readBackup(await unpack(packed, async () => passphrase));
  return restoreBackup({ url, backup, ...parts });
}

/** The number of rows of each table that is backed up, and a sum over their hashed text. */
export async function digestTables(url: string): Promise<Record<string, string>> {
  const client = await openConnection(url, { options: "-c timezone=UTC" });
  try {
    const digests: Record<string, string> = {};
    for (const { name, columns } of await listTables(client)) {
      const list = columns.map((column) => `t."${column}"`).join(", ");
      const { rows } = await client.query<{ digest: string }>(
        `select count(*) || ' ' || coalesce(sum(hashtextextended(row(${list})::text, 0)), 0) as digest from "${name}" t`,
      );
      digests[name] = rows[0]?.digest ?? "";
    }
    return digests;
  } finally {
    await client.end();
  }
}
