import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, renameSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Cluster, folderArgument, POSTGRES_ENV, serverSettings } from "@/lib/db/embedded/embedded-cluster";
import { findPostmaster, readPostmaster } from "@/lib/db/embedded/embedded-leftover";
import { StartupError } from "@/lib/kernel/startup-error";

/** A PostgreSQL server that is our child. */
export type Postgres = { stop(): Promise<void> };

type Hooks = {
  logFile: string;
  note: (line: string) => void;
  /** Called once if the server stayed dead although it was restarted. */
  onLost: (reason: string) => void;
};

const MAX_LOG_BYTES = 20_000_000;
const RESTARTS = 5;

/**
 * Runs PostgreSQL until `stop`; resolves once it accepts connections. A server that dies by itself (killed for memory,
 * say) is restarted, so that the program sees a short outage instead of its own end.
 */
export async function startPostgres(cluster: Cluster, hooks: Hooks): Promise<Postgres> {
  let child: ChildProcess;
  let reviving = Promise.resolve();
  const stopping = new AbortController();

  const launch = async () => {
    const logOffset = turnLog(hooks.logFile);
    child = spawnServer(cluster, hooks.logFile);
    await becomeReady(child, cluster, logOffset, hooks);
    watch(child);
  };
  const watch = (current: ChildProcess) => {
    const startedAt = Date.now();
    const onExit = () => {
      if (!stopping.signal.aborted) reviving = revive(Date.now() - startedAt > 60_000 ? 1 : 2);
    };
    if (hasEnded(current)) onExit();
    else current.once("exit", onExit);
  };
  const revive = async (attempt: number): Promise<void> => {
    hooks.note(`PostgreSQL ended unexpectedly (see ${hooks.logFile}): starting it again.`);
    try {
      await pause(attempt * 500, undefined, { signal: stopping.signal });
      // Its children may outlive it for a moment, and its number may be another process's by now.
      await findPostmaster(cluster.folder);
      if (!stopping.signal.aborted) await launch();
    } catch (error) {
      if (stopping.signal.aborted) return;
      if (attempt < RESTARTS) return revive(attempt + 1);
      hooks.onLost((error as Error).message);
    }
  };

  const endWithUs = () => child.kill("SIGINT");
  process.on("exit", endWithUs);
  const stop = async () => {
    stopping.abort();
    process.removeListener("exit", endWithUs);
    await endChild(child);
    await reviving;
  };
  await launch().catch(async (error) => {
    await stop();
    throw error;
  });
  return { stop };
}

function spawnServer(cluster: Cluster, logFile: string): ChildProcess {
  const log = openSync(logFile, "a", 0o600);
  // A process group of its own: the terminal's Ctrl-C must not reach the database before our work is finished.
  const child = spawn(cluster.binaries.postgres, ["-D", folderArgument(cluster), ...serverSettings(cluster.durable)], {
    ...cluster.account,
    cwd: cluster.folder,
    env: POSTGRES_ENV,
    stdio: ["ignore", log, log],
    detached: true,
  });
  closeSync(log);
  child.unref();
  return child;
}

async function becomeReady(child: ChildProcess, cluster: Cluster, logOffset: number, hooks: Hooks): Promise<void> {
  let spawnError: Error | undefined;
  child.once("error", (error) => {
    spawnError = error;
  });
  const startedAt = Date.now();
  let noted = false;
  while (!(await isReady(cluster, child))) {
    if (spawnError) throw new StartupError(`PostgreSQL could not be started: ${spawnError.message}`);
    if (hasEnded(child)) throw new StartupError(await whyItEnded(cluster, hooks.logFile, logOffset));
    if (!noted && Date.now() - startedAt > 5_000) {
      noted = true;
      hooks.note("PostgreSQL is recovering from its last crash; this can take a while.");
    }
    await pause(10);
  }
}

async function isReady(cluster: Cluster, child: ChildProcess): Promise<boolean> {
  const noted = await readPostmaster(cluster.folder);
  return noted !== null && noted.pid === child.pid && noted.ready;
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** Fast shutdown: ends sessions and writes everything. Insists if it takes unreasonably long. */
async function endChild(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  child.ref();
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.kill("SIGINT");
  const insist = setTimeout(() => child.kill("SIGQUIT"), 60_000);
  await ended;
  clearTimeout(insist);
}

/** Keeps one old log beside the new one; returns where this run's lines begin. */
function turnLog(file: string): number {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size < MAX_LOG_BYTES) return size;
  renameSync(file, `${file}.1`);
  return 0;
}

async function whyItEnded(cluster: Cluster, logFile: string, offset: number): Promise<string> {
  const file = await open(logFile);
  const buffer = Buffer.alloc(16_384);
  const { bytesRead } = await file.read(buffer, 0, buffer.length, offset);
  await file.close();
  const lines = buffer.toString("utf8", 0, bytesRead).split("\n");
  const fatal = lines.find((line) => /\b(FATAL|PANIC):/.test(line)) ?? lines.at(-2) ?? "no reason given";
  const reason = fatal.replace(/^.*?\b(FATAL|PANIC):\s*/, "");
  if (reason.includes("postmaster.pid")) {
    return `The data folder ${path.dirname(cluster.folder)} is in use by another running Hookyard.`;
  }
  return `PostgreSQL could not start: ${reason} (see ${logFile})`;
}
