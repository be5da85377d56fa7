import type pg from "pg";
import { openConnection } from "@/lib/db/connection";
import { type EmbeddedOptions, findRunningDatabase, startEmbeddedDatabase } from "@/lib/db/embedded/embedded";
import { migrate, type OnMigrated } from "@/lib/db/migrate";
import { refuseTransactionPooler } from "@/lib/db/refuse-pooler";
import { soleRow } from "@/lib/db/sole-row";
import { whatFailed } from "@/lib/db/what-failed";
import type { Env } from "@/lib/kernel/env";
import { StartupError } from "@/lib/kernel/startup-error";

/** A migrated database; `release` stops it if it is ours and leaves it alone otherwise. */
export type OpenedDatabase = {
  url: string;
  /** Where the copy that runs the database serves its pages, if that is another copy. */
  servedAt?: string | undefined;
  /** The migrations that were missing. */
  migrations: string[];
  release(): Promise<void>;
};

type Settings = Pick<Env, "DATABASE_URL" | "HOOKYARD_DATA">;

/** The `server_version_num` of the oldest PostgreSQL that has all that is needed. */
export const OLDEST_SERVER = 150_000;

/** The server's database: DATABASE_URL if set, else our own PostgreSQL, which is started. */
export async function openDatabase(
  env: Settings,
  { onMigrated, ...hooks }: Pick<EmbeddedOptions, "servedAt" | "note" | "onLost"> & { onMigrated?: OnMigrated },
): Promise<OpenedDatabase> {
  if (env.DATABASE_URL) return openExternal(env.DATABASE_URL, onMigrated);
  const embedded = await startEmbeddedDatabase({ dataDir: env.HOOKYARD_DATA, ...hooks });
  try {
    const migrations = await migrateClearly(embedded.url, onMigrated);
    return { url: embedded.url, migrations, release: () => embedded.stop() };
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}

/** The same database for a command beside the server: that of the running copy if there is one. */
export async function joinDatabase(env: Settings): Promise<OpenedDatabase> {
  const running = env.DATABASE_URL ? null : await findRunningDatabase(env.HOOKYARD_DATA);
  if (running === null) return openDatabase(env, {});
  return { ...running, migrations: await migrateClearly(running.url), release: async () => {} };
}

async function openExternal(url: string, onMigrated?: OnMigrated): Promise<OpenedDatabase> {
  await checkServer(url);
  await refuseTransactionPooler(url);
  return { url, migrations: await migrateClearly(url, onMigrated), release: async () => {} };
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

async function migrateClearly(url: string, onMigrated?: OnMigrated): Promise<string[]> {
  try {
    return await migrate(url, new Date(), onMigrated);
  } catch (error) {
    throw new StartupError(`The database could not be brought up to date: ${whatFailed(error)}`, { cause: error });
  }
}
