import type pg from "pg";
import { openConnection } from "@/lib/db/connection";
import { type EmbeddedOptions, findRunningDatabase, startEmbeddedDatabase } from "@/lib/db/embedded/embedded";
import { type Migrated, migrate, type OnMigrated } from "@/lib/db/migrate";
import { type Spread, spreadAtStart } from "@/lib/db/placement/spread";
import { refuseTransactionPooler } from "@/lib/db/refuse-pooler";
import { soleRow } from "@/lib/db/sole-row";
import { whatFailed } from "@/lib/db/what-failed";
import type { Env } from "@/lib/kernel/env";
import { StartupError } from "@/lib/kernel/startup-error";

/** A database; `release` stops it if it is ours and leaves it alone otherwise. */
export type ReachedDatabase = {
  url: string;
  /** Where the copy that runs the database serves its pages, if that is another copy. */
  servedAt?: string | undefined;
  release(): Promise<void>;
};

/** A migrated database, the migrations that were missing, and those of a newer version that it has. */
export type OpenedDatabase = ReachedDatabase & { migrations: Migrated };

type Settings = Pick<Env, "DATABASE_URL" | "HOOKYARD_DATA"> & Partial<Pick<Env, "HOOKYARD_DISTRIBUTED">>;

/** The `server_version_num` of the oldest PostgreSQL that has all that is needed. */
export const OLDEST_SERVER = 150_000;

type Hooks = Pick<EmbeddedOptions, "servedAt" | "note" | "onLost">;

type OnSpread = (spread: Spread) => void;

/**
 * The server's database: DATABASE_URL if set, else our own PostgreSQL, which is started. A new one is spread over several
 * servers where HOOKYARD_DISTRIBUTED says so.
 */
export async function openDatabase(
  env: Settings,
  { onMigrated, onSpread, ...hooks }: Hooks & { onMigrated?: OnMigrated; onSpread?: OnSpread },
): Promise<OpenedDatabase> {
  const opened = await bringUpToDate(await startDatabase(env, hooks), onMigrated);
  if (env.HOOKYARD_DISTRIBUTED === undefined) return opened;
  try {
    const spread = await spreadAtStart(opened.url);
    if (spread) onSpread?.(spread);
    return opened;
  } catch (error) {
    await opened.release();
    throw error;
  }
}

/** The same database for a command beside the server: that of the running copy if there is one. */
export async function joinDatabase(env: Settings): Promise<OpenedDatabase> {
  return bringUpToDate(await reachDatabase(env));
}

/** The same, as it is: of an older version, or still empty. */
export async function reachDatabase(env: Settings): Promise<ReachedDatabase> {
  const running = env.DATABASE_URL ? null : await findRunningDatabase(env.HOOKYARD_DATA);
  return running ? { ...running, release: async () => {} } : startDatabase(env, {});
}

async function startDatabase(env: Settings, hooks: Hooks): Promise<ReachedDatabase> {
  const { DATABASE_URL: url } = env;
  if (url) {
    await checkServer(url);
    await refuseTransactionPooler(url);
    return { url, release: async () => {} };
  }
  const embedded = await startEmbeddedDatabase({ dataDir: env.HOOKYARD_DATA, ...hooks });
  return { url: embedded.url, release: () => embedded.stop() };
}

async function bringUpToDate(reached: ReachedDatabase, onMigrated?: OnMigrated): Promise<OpenedDatabase> {
  try {
    return { ...reached, migrations: await migrateClearly(reached.url, onMigrated) };
  } catch (error) {
    await reached.release();
    throw error;
  }
}

async function checkServer(url: string): Promise<void> {
  let client: pg.Client;
  try {
    if (!/^postgres(ql)?:\/\//.test(url)) throw new Error("it does not begin with postgres://");
    client = await openConnection(url, { connectionTimeoutMillis: 10_000 });
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(`DATABASE_URL does not lead to a database: ${whatFailed(error)}`);
  }
  const { rows } = await client.query<{ server_version_num: string }>("show server_version_num");
  await client.end();
  if (Number(soleRow(rows).server_version_num) < OLDEST_SERVER) {
    throw new StartupError("DATABASE_URL leads to a PostgreSQL that is too old: Hookyard needs version 15 or newer.");
  }
}

async function migrateClearly(url: string, onMigrated?: OnMigrated): Promise<Migrated> {
  try {
    return await migrate(url, new Date(), onMigrated);
  } catch (error) {
    throw new StartupError(`The database could not be brought up to date: ${whatFailed(error)}`, { cause: error });
  }
}
