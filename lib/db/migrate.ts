import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type pg from "pg";
import { openConnection } from "@/lib/db/connection";
import { ensurePartitions } from "@/lib/db/partitions";
import { soleRow } from "@/lib/db/sole-row";
import { ATTR, OWN } from "@/lib/tracing/attributes";
import { traced } from "@/lib/tracing/tracing";

/** Any number that no other program's advisory lock on this database uses. */
const MIGRATION_LOCK = 7_204_811_532;

/** Called after each migration that was applied. */
export type OnMigrated = (name: string, durationMs: number) => void;

/** Which migrations to run: all, or those of an older version, named, for a database that is being restored. */
type Extent = { only?: readonly string[] };

/**
 * Brings the database to this program's schema: each file of `lib/db/migrations` once, in order, in a transaction of
 * its own, under an advisory lock, so that copies that start together take turns. Also creates the next days'
 * partitions. Returns the names of the files that this call ran. Throws if the database is newer than this program, or
 * if a restore into it has not ended.
 */
export async function migrate(
  url: string,
  now: Date = new Date(),
  onMigrated?: OnMigrated,
  extent: Extent = {},
): Promise<string[]> {
  return traced("migrate", { parent: null }, () => migrateAll(url, now, onMigrated, extent));
}

async function migrateAll(
  url: string,
  now: Date,
  onMigrated: OnMigrated | undefined,
  { only }: Extent,
): Promise<string[]> {
  const client = await openConnection(url, { application_name: "hookyard migrate" });
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    if (only === undefined && (await isBeingRestored(client))) throw new Error(UNFINISHED_RESTORE);
    await client.query(
      "create table if not exists schema_migrations (name text primary key, applied_at timestamptz(3) not null default now())",
    );
    const { rows } = await client.query<{ name: string }>("select name from schema_migrations");
    const applied = new Set(rows.map(({ name }) => name));
    const folder = migrationsFolder();
    const files = await listMigrations();
    const unknown = [...applied].filter((name) => !files.includes(name));
    if (unknown.length > 0) {
      throw new Error(
        `The database is of a newer Hookyard: it has ${unknown.join(", ")}, which this one does not know.`,
      );
    }
    const missing = files.filter((file) => !applied.has(file) && (only === undefined || only.includes(file)));
    for (const file of missing) {
      const startedAt = performance.now();
      const attributes = { [ATTR.dbSystem]: "postgresql", [OWN.migration]: file };
      await traced("apply migration", { kind: "CLIENT", attributes }, async () => {
        await client.query("begin");
        await client.query(await readFile(path.join(folder, file), "utf8"));
        await client.query("insert into schema_migrations (name) values ($1)", [file]);
        await client.query("commit");
      });
      onMigrated?.(file, Math.round(performance.now() - startedAt));
    }
    await ensurePartitions(client, now);
    return missing;
  } finally {
    await client.end();
  }
}

/** The table that a restore makes first and drops last. */
export const RESTORE_MARK = "unfinished_restore";

const UNFINISHED_RESTORE =
  "a restore into it runs, or broke off. If none runs, start it again (`hookyard restore`): it begins anew.";

/** Whether a restore into this database has begun and not ended. */
export async function isBeingRestored(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>("select to_regclass($1) is not null as is", [
    `public.${RESTORE_MARK}`,
  ]);
  return soleRow(rows).is;
}

/** The migrations of this program, the oldest first. */
export async function listMigrations(): Promise<string[]> {
  return (await readdir(migrationsFolder())).filter((file) => file.endsWith(".sql")).sort();
}

/** The folder beside this file in the sources, or the one below the repository's root if this runs from a bundle. */
function migrationsFolder(): string {
  let folder = path.dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const candidate = path.join(folder, "lib/db/migrations");
    if (existsSync(candidate)) return candidate;
    const parent = path.dirname(folder);
    if (parent === folder) throw new Error("The folder lib/db/migrations is missing from this installation.");
    folder = parent;
  }
}
