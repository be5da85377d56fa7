import type pg from "pg";
import { TOO_OLD, tellByBaseline } from "@/lib/db/baseline";
import { mayRunBeside, type Unknown } from "@/lib/db/beside";
import { openConnection } from "@/lib/db/connection";
import { listMigrations, readMigration } from "@/lib/db/migration-files";
import { ensurePartitions } from "@/lib/db/partitions";
import { distributeWithin } from "@/lib/db/placement/distribute";
import { isDistributed } from "@/lib/db/placement/shard-map";
import { soleRow } from "@/lib/db/sole-row";
import { ATTR, OWN } from "@/lib/tracing/attributes";
import { traced } from "@/lib/tracing/tracing";

/** Any number that no other program's advisory lock on this database uses. */
const MIGRATION_LOCK = 7_204_811_532;

/** Called after each migration that was applied. */
export type OnMigrated = (name: string, durationMs: number) => void;

/** The migrations that a call ran, and those of a newer version that the database has: nothing runs where there are any. */
export type Migrated = { ran: string[]; newer: string[] };

/** Which migrations to run: all, or those of an older version, named, for a database that is being restored. */
type Extent = { only?: readonly string[] };

/**
 * Brings the database to this program's schema: each file of `lib/db/migrations` once, in order, in a transaction of
 * its own, under an advisory lock, so that copies that start together take turns. Where the database is spread, what a
 * file brings is spread in the same transaction. Also creates the next days' partitions. A database of a newer version
 * is left as it is where that version allows this one beside it; otherwise this throws, as it does if a restore into the
 * database has not ended.
 */
export async function migrate(
  url: string,
  now: Date = new Date(),
  onMigrated?: OnMigrated,
  extent: Extent = {},
): Promise<Migrated> {
  return traced("migrate", { parent: null }, () => migrateAll(url, now, onMigrated, extent));
}

async function migrateAll(
  url: string,
  now: Date,
  onMigrated: OnMigrated | undefined,
  { only }: Extent,
): Promise<Migrated> {
  const client = await openConnection(url, { application_name: "hookyard migrate" });
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    if (only === undefined && (await isBeingRestored(client))) throw new Error(UNFINISHED_RESTORE);
    const { missing, newer } = await compareSchemas(client);
    const ran = missing.filter((file) => only === undefined || only.includes(file));
    const isSpread = await isDistributed(client);
    // The triggers of a migration are written for shards (`bump_config`).
    if (isSpread) await client.query("set citus.enable_unsafe_triggers = on");
    for (const file of ran) await applyMigration(client, file, { isSpread, onMigrated });
    await ensureDays(client, { now, isSpread });
    return { ran, newer };
  } finally {
    await client.end();
  }
}

/** What this program has that the database has not, and the reverse. Throws if it cannot run on what is newer there. */
async function compareSchemas(client: pg.ClientBase): Promise<{ missing: string[]; newer: string[] }> {
  const files = await listMigrations();
  const applied = await readApplied(client, files);
  const has = new Set(applied.map(({ name }) => name));
  const missing = files.filter((file) => !has.has(file));
  const unknown = applied.filter(({ name }) => !files.includes(name));
  const newer = unknown.map(({ name }) => name);
  if (unknown.length > 0 && (missing.length > 0 || !mayRunBeside(unknown))) throw new Error(describeNewer(newer));
  return { missing, newer };
}

/** In words, why this program does not run on a schema with these migrations. */
function describeNewer(newer: readonly string[]): string {
  return `The database is of a newer Hookyard: it has ${newer.join(", ")}, which this one does not know.`;
}

/** The migrations that the database has, after its table of them was brought to what this program writes. */
async function readApplied(client: pg.ClientBase, files: readonly string[]): Promise<Unknown[]> {
  await client.query(
    `create table if not exists schema_migrations
       (name text primary key, applied_at timestamptz(3) not null default now(), beside text)`,
  );
  const { rows } = await client.query<{ there: boolean }>(
    `select exists (select from information_schema.columns where table_schema = 'public'
       and table_name = 'schema_migrations' and column_name = 'beside') as there`,
  );
  if (!soleRow(rows).there) await client.query("alter table schema_migrations add column beside text");
  const { rows: applied } = await client.query<Unknown>("select name, beside from schema_migrations order by name");
  const names = applied.map(({ name }) => name);
  const present = tellByBaseline(names, files);
  if (present === null) throw new Error(TOO_OLD);
  const added = present.filter((name) => !names.includes(name));
  if (added.length === 0) return applied;
  const gone = names.filter((name) => !present.includes(name));
  await client.query(
    `with gone as (delete from schema_migrations where name = any($1)) insert into schema_migrations (name) select unnest($2::text[])`,
    [gone, added],
  );
  return [...added.map((name) => ({ name, beside: null })), ...applied.filter(({ name }) => !gone.includes(name))];
}

/** A day is made on all servers: while one is away, those of next week can wait, which upkeep makes once it is back. */
async function ensureDays(client: pg.ClientBase, { now, isSpread }: { now: Date; isSpread: boolean }): Promise<void> {
  try {
    await ensurePartitions(client, now);
  } catch (error) {
    if (!isSpread) throw error;
    await ensurePartitions(client, now, { daysAhead: 1 });
  }
}

type Applying = { isSpread: boolean; onMigrated: OnMigrated | undefined };

async function applyMigration(client: pg.ClientBase, file: string, { isSpread, onMigrated }: Applying): Promise<void> {
  const startedAt = performance.now();
  const { sql, beside } = await readMigration(file);
  const attributes = { [ATTR.dbSystem]: "postgresql", [OWN.migration]: file };
  await traced("apply migration", { kind: "CLIENT", attributes }, async () => {
    await client.query("begin");
    await client.query(sql);
    if (isSpread) await distributeWithin(client);
    await client.query("insert into schema_migrations (name, beside) values ($1, $2)", [file, beside]);
    await client.query("commit");
  });
  onMigrated?.(file, Math.round(performance.now() - startedAt));
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
