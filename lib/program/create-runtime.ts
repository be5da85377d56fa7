import { closeDatabase, createDatabase } from "@/lib/db/client";
import { findInstallation } from "@/lib/db/find-installation";
import { joinDatabase, type OpenedDatabase, openDatabase } from "@/lib/db/open";
import { asksDistributed } from "@/lib/db/placement/shard-map";
import { noteRunningCopy } from "@/lib/db/running-copies";
import { type AddressGuard, createAddressGuard } from "@/lib/egress/address-guard";
import type { OwnDoor } from "@/lib/egress/own-door";
import { createOwnReceivers } from "@/lib/egress/own-receivers";
import { systemClock } from "@/lib/kernel/clock";
import { shareConnections } from "@/lib/kernel/connection-budget";
import { type Env, tellsWhereDataIs } from "@/lib/kernel/env";
import { createLogger, type Logger } from "@/lib/kernel/log";
import { deriveSessionSecret, findMasterKeys, readMasterKeys } from "@/lib/kernel/master-keys";
import { createSecretBox } from "@/lib/kernel/secret-box";
import { StartupError } from "@/lib/kernel/startup-error";
import { recognizeKeys } from "@/lib/keys/recognize-keys";
import { sealChatUrls } from "@/lib/nouns/endpoints/seal-chat-urls";
import type { Runtime } from "@/lib/program/runtime";
import { startTracing } from "@/lib/tracing/start-tracing";
import { traceIds } from "@/lib/tracing/tracing";

export type RuntimeOptions = {
  /** The log of this process; its own by default. */
  log?: Logger;
  /** The address on which this copy listens, in case HOOKYARD_URL is not set. */
  listeningUrl?: string;
  /** The front door through which this copy is reached from this machine. */
  ownDoor?: OwnDoor;
  /** A database that another process of this copy has opened, and closes. */
  databaseUrl?: string;
  /** Called if our own PostgreSQL ended and could not be restarted. */
  onDatabaseLost?: (reason: string) => void;
};

/** A stop leaves this part of HOOKYARD_STOP_SECONDS to the traces, after all else has ended. */
const TRACES_SHARE = 0.1;
const TRACES_MS = 2_500;

/** Creates the runtime of a server. Throws a StartupError for every error in the settings or the database. */
export async function createRuntime(env: Env, options: RuntimeOptions = {}): Promise<Runtime> {
  const log = options.log ?? createLogger(env, { mixin: traceIds });
  const guard = readGuard(env);
  const stopTracing = await startTracing(env.traces, log);
  const endTraces = () => stopTracing(Math.min(TRACES_MS, env.HOOKYARD_STOP_SECONDS * 1_000 * TRACES_SHARE));
  try {
    const runtime = await openRuntime(env, { log, guard }, options);
    return {
      ...runtime,
      async close() {
        await runtime.close();
        await endTraces();
      },
    };
  } catch (error) {
    await endTraces();
    throw error;
  }
}

async function openRuntime(
  env: Env,
  { log, guard }: Pick<Parts, "log" | "guard">,
  options: RuntimeOptions,
): Promise<Runtime> {
  const opened = await open(env, log, options);
  const { listeningUrl, ownDoor } = options;
  const runtime = await assemble(env, { log, guard, opened, listeningUrl, ownDoor });
  try {
    const isSpread = await asksDistributed(opened.url);
    await recognizeKeys(runtime.db, runtime.box.keyIds, isSpread);
    // Before a database is spread this was done, and afterwards it would ask all servers, of which one may be away.
    if (!isSpread) await sealChatUrls(runtime.db, runtime.box);
  } catch (error) {
    await runtime.close();
    throw error;
  }
  if (options.databaseUrl !== undefined) return runtime;
  const dataDir = env.DATABASE_URL ? null : env.HOOKYARD_DATA;
  const removeNote = noteRunningCopy({ dataDir, url: env.HOOKYARD_URL ?? options.listeningUrl ?? null });
  return {
    ...runtime,
    async close() {
      removeNote();
      await runtime.close();
    },
  };
}

async function open(env: Env, log: Logger, options: RuntimeOptions): Promise<OpenedDatabase> {
  if (options.databaseUrl !== undefined) {
    return { url: options.databaseUrl, migrations: { ran: [], newer: [] }, release: async () => {} };
  }
  const opened = await openDatabase(env, {
    servedAt: env.HOOKYARD_URL ?? options.listeningUrl,
    note: (line) => log.warn(line),
    onLost: (reason) => options.onDatabaseLost?.(reason),
    onMigrated: (migration, duration_ms) => log.info({ migration, duration_ms }, "a migration was applied"),
    onSpread: ({ distributed, onEveryNode, nodes, shards }) =>
      log.info(
        { tables: distributed, on_every_node: onEveryNode, nodes, shards },
        "the database was spread over its nodes",
      ),
  });
  const { newer } = opened.migrations;
  if (newer.length > 0) log.warn({ newer }, "the database is of a newer version, which allows this one beside it");
  return opened;
}

/** `makes`: creates an installation if there is none; `writes`: changes an existing one; `reads`: needs no key. */
export type CommandOptions = { does: "makes" | "writes" | "reads"; isTold?: boolean };

/**
 * Creates the runtime of a command, on the running copy's database if there is one. Only a command that `makes` creates
 * what is missing: a database, a key.
 */
export async function createCommandRuntime(given: Env, options: CommandOptions): Promise<Runtime> {
  const { does, isTold = tellsWhereDataIs() } = options;
  const mayMake = does === "makes";
  const guard = readGuard(given);
  const env = await findInstallation(given, { mayMake, isTold });
  const opened = await joinDatabase(env);
  const log = createLogger({ LOG_LEVEL: "silent" });
  const runtime = await assemble(env, { log, guard, opened, listeningUrl: opened.servedAt, mayMake });
  try {
    if (does !== "reads") await recognizeKeys(runtime.db, runtime.box.keyIds);
  } catch (error) {
    await runtime.close();
    throw error;
  }
  return runtime;
}

type Parts = {
  log: Logger;
  guard: AddressGuard;
  opened: OpenedDatabase;
  listeningUrl: string | undefined;
  ownDoor?: OwnDoor | undefined;
  mayMake?: boolean;
};

async function assemble(env: Env, parts: Parts): Promise<Runtime> {
  const { log, guard, opened, listeningUrl, ownDoor, mayMake = true } = parts;
  try {
    const masterKeys = mayMake ? await readMasterKeys(env) : await findMasterKeys(env);
    const db = createDatabase(opened.url, {
      max: shareConnections(env.HOOKYARD_DB_CONNECTIONS).api,
      options: "-c statement_timeout=18000 -c timezone=UTC",
      answerTimeoutMs: 20_000,
      isTraced: true,
    });
    const publicUrl = env.HOOKYARD_URL ?? listeningUrl ?? `http://localhost:${env.PORT}`;
    return {
      env,
      db,
      databaseUrl: opened.url,
      clock: systemClock,
      log,
      box: createSecretBox(masterKeys),
      guard,
      ownReceivers: ownDoor ? createOwnReceivers(env.HOOKYARD_INGEST_URL ?? publicUrl, ownDoor) : null,
      sessionSecret: deriveSessionSecret(masterKeys[0] as Buffer),
      publicUrl,
      async close() {
        await closeDatabase(db);
        await opened.release();
      },
    };
  } catch (error) {
    await opened.release();
    throw error;
  }
}

function readGuard(env: Env): AddressGuard {
  try {
    return createAddressGuard(env.HOOKYARD_EGRESS_ALLOW, env.HOOKYARD_EGRESS_PROXY ?? null);
  } catch (error) {
    throw new StartupError((error as Error).message);
  }
}
