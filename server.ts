import cluster from "node:cluster";
import type { RequestListener, Server } from "node:http";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { getRequestListener } from "@hono/node-server";
import { toOwnDoor } from "@/lib/egress/own-door";
import { createBodyBudget } from "@/lib/kernel/body-budget";
import { type Env, readEnv } from "@/lib/kernel/env";
import { createLogger } from "@/lib/kernel/log";
import { StartupError } from "@/lib/kernel/startup-error";
import { announceFailure, announceMetrics, announceReady, type NextStep, type Voice } from "@/lib/next/announce";
import { type Booted, boot } from "@/lib/next/boot";
import { logConsole } from "@/lib/next/console-lines";
import { createFrontDoor, type Handlers, listen } from "@/lib/next/front-door";
import { createMetricsDoor } from "@/lib/next/metrics-door";
import { createReloadChannel } from "@/lib/next/reload-channel";
import { restingPages } from "@/lib/next/resting-pages";
import { stopCopy } from "@/lib/next/stop-copy";
import { issueSetupToken } from "@/lib/nouns/users/setup-token";
import { Leader } from "@/lib/processes/leader";
import { joinLeader, type Member } from "@/lib/processes/member";
import { shareSettings } from "@/lib/processes/share-settings";
import { createRuntime } from "@/lib/program/create-runtime";
import { type Runtime, systemContext } from "@/lib/program/runtime";
import { traceIds } from "@/lib/tracing/tracing";

const ECHO_MS = 1_000;

/** How much longer than its own processes an orderly stop may take before it is aborted. */
const LEADER_PATIENCE_MS = 5_000;

/** Starts this copy: in this process, or in several behind one port, as their leader or as a member. */
async function start(): Promise<void> {
  const env = readSettings();
  const log = createLogger(env, { mixin: traceIds });
  if (env.LOG_FORMAT === "json") logConsole(log);
  process.on("uncaughtExceptionMonitor", (error) => log.fatal({ err: error }, "an error was caught by nothing"));
  const member = joinLeader();
  if (member) return serve({ env: shareSettings(env, env.HOOKYARD_PROCESSES), log }, member);
  if (env.HOOKYARD_PROCESSES === 1) return serve({ env, log }, null);
  if (cluster.isPrimary) return lead({ env, log });
  throw new StartupError("HOOKYARD_PROCESSES: this process is in the cluster of another program.");
}

/**
 * Serves: first the front door, then the program behind it, then its pages. Among several processes the first opens its
 * door first; the others do so last, so that no request meets one that is starting while another could answer it.
 */
async function serve(voice: Voice, member: Member | null): Promise<void> {
  const { env, log } = voice;
  const handlers: Handlers = { api: null, pages: null };
  const bodies = createBodyBudget(env);
  const standing = { isStopping: false };
  const door = createFrontDoor(env, handlers, { bodies, standing });
  const { doors, openDoors } = makeDoors(voice, door, member);

  // Nothing is in progress yet.
  let stop = async () => {};
  stopOnSignals(voice, () => stop(), member);
  const isEarly = !member || member.isFirst;
  const ownPort = isEarly ? await openDoors() : env.PORT;
  const { port, ...opened } = (await member?.opened) ?? { port: ownPort, listeningUrl: urlOf(env, ownPort) };
  let booted: Booted | undefined;
  const ownDoor = toOwnDoor(env.HOST, port);
  const parts = { log, onDatabaseLost, bodies, standing, ownDoor, readMetrics: member?.readMetrics };
  const booting = boot(env, { ...opened, ...parts });
  stop = () => stopCopy(env, { standing, doors, booted: () => booted, booting });

  const [, pages] = await Promise.all([
    booting.then((program) => {
      booted = program;
      // The front door discards the rest of a body.
      const options = { overrideGlobalObjects: false, autoCleanupIncoming: false };
      handlers.api = getRequestListener(program.app.fetch, options);
    }),
    openPages(env, door, port),
  ]);
  handlers.pages = pages;
  if (!isEarly && !standing.isStopping) await openDoors();
  if (member) {
    log.info("a process of this copy serves");
    member.ready();
  } else if (booted) await announce(booted.runtime, opened.listeningUrl);
}

/** The front door and, if it has a port, the door of the metrics. `openDoors` returns the front door's port. */
function makeDoors(
  voice: Voice,
  door: Server,
  member: Member | null,
): { doors: Server[]; openDoors(): Promise<number> } {
  const { env } = voice;
  if (env.HOOKYARD_METRICS_PORT === undefined) return { doors: [door], openDoors: () => openDoor(door, env) };
  const metricsDoor = createMetricsDoor(env.HOOKYARD_METRICS_TOKEN, member?.readMetrics);
  return {
    doors: [door, metricsDoor],
    async openDoors() {
      const port = await openDoor(door, env);
      const metricsPort = await openMetricsDoor(metricsDoor, env);
      if (!member) announceMetrics(voice, metricsPort);
      return port;
    },
  };
}

/** Starts the processes that serve; opens and closes the database for them. */
async function lead(voice: Voice): Promise<void> {
  const { env, log } = voice;
  let opening: Promise<Runtime> | undefined;
  const leader = new Leader({
    count: env.HOOKYARD_PROCESSES,
    program: fileURLToPath(import.meta.url),
    onReplaced: (ended) => log.error(ended, "a process of this copy ended; starting another one"),
  });
  const patienceMs = (env.HOOKYARD_DRAIN_SECONDS + env.HOOKYARD_STOP_SECONDS) * 1_000 + LEADER_PATIENCE_MS;
  const stop = async () => {
    const isWell = await leader.stop(patienceMs);
    const runtime = await opening?.catch(() => undefined);
    await runtime?.close();
    if (!isWell) process.exit(1);
  };
  stopOnSignals(voice, stop, null);

  const ports = await leader.startFirst(env.HOOKYARD_METRICS_PORT === undefined ? 1 : 2);
  if (!ports) return stop();
  const [port, metricsPort] = ports as [number, number?];
  if (metricsPort !== undefined) announceMetrics(voice, metricsPort);
  const listeningUrl = urlOf(env, port);
  opening = createRuntime(env, { log, listeningUrl, onDatabaseLost });
  const runtime = await opening;
  leader.startOthers();
  const isServing = await leader.open({ databaseUrl: runtime.databaseUrl, listeningUrl, port });
  await (isServing ? announce(runtime, listeningUrl) : stop());
}

const urlOf = (env: Env, port: number) => env.HOOKYARD_URL ?? `http://localhost:${port}`;

function onDatabaseLost(reason: string): void {
  fail(new StartupError(`The database is lost: ${reason}`));
}

function readSettings(): Env {
  try {
    return readEnv();
  } catch (error) {
    throw new StartupError((error as Error).message);
  }
}

async function openDoor(door: Server, env: Pick<Env, "HOST" | "PORT">, setting = "PORT"): Promise<number> {
  try {
    return await listen(door, env);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE") throw new StartupError(`Port ${env.PORT} is taken: set ${setting} to another one.`);
    if (code === "EACCES") throw new StartupError(`Port ${env.PORT} needs root: set ${setting} to 1024 or more.`);
    throw new StartupError(`Cannot listen on ${env.HOST ?? "every address"}, port ${env.PORT}: ${message}`);
  }
}

function openMetricsDoor(door: Server, { HOST, HOOKYARD_METRICS_PORT: PORT = 0 }: Env): Promise<number> {
  return openDoor(door, { HOST, PORT }, "HOOKYARD_METRICS_PORT");
}

/** Next.js takes a second to load; it does so while the database starts. A worker has no pages. */
async function openPages(env: Env, door: Server, port: number): Promise<RequestListener | null> {
  if (env.HOOKYARD_ROLE === "worker") return null;
  const { default: next } = await import("next");
  const here = path.dirname(fileURLToPath(import.meta.url));
  const dir = path.basename(here) === "dist" ? path.dirname(here) : here;
  const dev = env.NODE_ENV === "development";
  const pages = next({ dev, dir, port, hostname: "localhost", httpServer: createReloadChannel(door, dev) });
  await pages.prepare();
  const handler = pages.getRequestHandler();
  // While pages are developed, Next.js works at them at any time.
  return dev ? handler : restingPages(handler);
}

async function announce(runtime: Runtime, url: string): Promise<void> {
  announceReady(runtime, url, await nextStep(runtime, url));
}

async function nextStep(runtime: Runtime, url: string): Promise<NextStep> {
  if (runtime.env.HOOKYARD_ROLE === "worker") return { what: "This copy is a worker: it has no pages", url: null };
  const token = await issueSetupToken(systemContext(runtime));
  if (token === null) return { what: "Sign in", url: `${url}/sign-in` };
  return { what: "Make the first account here, once", url: `${url}/setup?token=${token}`, isDue: true };
}

/**
 * Stops in order at the first signal, or at the leader's message. A later signal stops at once; one within the same
 * moment is npm's echo of the first.
 */
function stopOnSignals({ log }: Voice, stop: () => Promise<void>, member: Member | null): void {
  let since = 0;
  const begin = () => {
    if (since > 0) return;
    since = Date.now();
    log.info("Hookyard stops");
    stop().then(() => {
      log.info({ duration_ms: Date.now() - since }, "Hookyard has stopped");
      process.exit(0);
    }, fail);
  };
  void member?.stopped.then(begin);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      if (since > 0 && Date.now() - since > ECHO_MS) process.exit(1);
      begin();
    });
  }
}

function fail(error: unknown): never {
  announceFailure(error);
  process.exit(1);
}

start().catch(fail);
