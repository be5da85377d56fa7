import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** A file of `lib/db/migrations`. `beside` is the oldest minor version whose copies may run on its schema, as "0.1". */
export type Migration = { name: string; sql: string; beside: string | null };

/** The names of this program's migrations, the oldest first. */
export async function listMigrations(): Promise<string[]> {
  return (await readdir(migrationsFolder())).filter((file) => file.endsWith(".sql")).sort();
}

/** Reads one of them. */
export async function readMigration(name: string): Promise<Migration> {
  const sql = await readFile(path.join(migrationsFolder(), name), "utf8");
  return { name, sql, beside: /^-- Beside: (\d+\.\d+)$/m.exec(sql)?.[1] ?? null };
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
