import type pg from "pg";
import { BackupError } from "@/lib/backup/format";
import { isBeingRestored, RESTORE_MARK } from "@/lib/db/migrate";
import { soleRow } from "@/lib/db/sole-row";

/** Any number that no other advisory lock of this database uses. */
const RESTORE_LOCK = 7_204_811_535;

/**
 * Takes an empty database for a restore, and marks it, so that no copy starts on what is not whole. What an earlier
 * restore left is removed first. Throws a BackupError, having changed nothing, if the database holds anything else.
 */
export async function takeTarget(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1) as taken", [RESTORE_LOCK]);
  if (!soleRow(rows).taken) throw new BackupError("Another restore into this database runs.");
  if (await isBeingRestored(client)) await clear(client);
  const tables = await listTables(client);
  if (tables.length > 0) throw new BackupError(await describeContent(client, tables));
  await client.query(`create table ${RESTORE_MARK} (started_at timestamptz not null default now())`);
}

/** Copies may start on the database from now on. */
export async function releaseTarget(client: pg.ClientBase): Promise<void> {
  await client.query(`drop table ${RESTORE_MARK}`);
}

/**
 * Removes what a restore has made. One table at a time, because each has locks of its own for all its indexes; the mark
 * goes last, since without it the rest would look like somebody's.
 */
async function clear(client: pg.ClientBase): Promise<void> {
  const tables = await listTables(client);
  const inOrder = [...tables.filter((name) => name !== RESTORE_MARK), RESTORE_MARK];
  for (const name of inOrder) {
    if (name === RESTORE_MARK) await clearRoutines(client);
    await client.query(`drop table if exists public.${name} cascade`);
  }
}

async function clearRoutines(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select p.oid::regprocedure::text as name from pg_proc p where p.pronamespace = 'public'::regnamespace
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  );
  for (const { name } of rows) await client.query(`drop routine if exists ${name} cascade`);
}

/** Partitions first: their parents would take them all along in one transaction. */
async function listTables(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(c.relname) as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     order by c.relispartition desc, c.relname`,
  );
  return rows.map(({ name }) => name);
}

async function describeContent(client: pg.ClientBase, tables: readonly string[]): Promise<string> {
  const instead = "A restore needs an empty one: another HOOKYARD_DATA, or another database in DATABASE_URL.";
  if (!tables.includes("schema_migrations") || !tables.includes("projects")) {
    return `The database is not empty: it has ${tables.length} tables, such as ${tables[0]}. ${instead}`;
  }
  const { rows } = await client.query<{ projects: number; users: number }>(
    "select (select count(*) from projects)::int as projects, (select count(*) from users)::int as users",
  );
  const { projects, users } = soleRow(rows);
  return `The database is not empty: it is a Hookyard's with ${projects} projects and ${users} users. ${instead}`;
}
