import type { RequestListener, Server } from "node:http";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { getRequestListener } from "@hono/node-server";
import { createBodyBudget } from "@/lib/body-budget";
import { type Env, readEnv } from "@/lib/env";
import { type Booted, boot } from "@/lib/next/boot";
import { createFrontDoor, listen, type Rooms } from "@/lib/next/front-door";
import { createMetricsDoor } from "@/lib/next/metrics-door";
import { createReloadChannel } from "@/lib/next/reload-channel";
import { stopCopy } from "@/lib/next/stop-copy";
import { type Runtime, systemContext } from "@/lib/runtime";
import { StartupError } from "@/lib/startup-error";
import { issueSetupToken } from "@/lib/users/setup-token";

const ECHO_MS = 1_000;

/** Starts this copy: the door first, then the program behind it, then its pages. */
async function start(): Promise<void> {
  const env = readSettings();
  const rooms: Rooms = { api: null, pages: null };
  const bodies = createBodyBudget(env);
  const standing = { isStopping: false };
  const door = createFrontDoor(env, rooms, { bodies, standing });
  const port = await openDoor(door, env);
  const url = env.HOOKYARD_URL ?? `http://localhost:${port}`;
  const doors = [door, ...(await openMetricsDoor(env))];

  let booted: Booted | undefined;
  const booting = boot(env, {
    listeningUrl: url,
    onDatabaseLost: (reason) => fail(new StartupError(`The database is lost: ${reason}`)),
    bodies,
    standing,
  });
  stopOnSignals(() => stopCopy(env, { standing, doors, booted: () => booted, booting }));

  const [, pages] = await Promise.all([
    booting.then((program) => {
      booted = program;
      // What is left of a body is the front door's to throw away.
      const options = { overrideGlobalObjects: false, autoCleanupIncoming: false };
      rooms.api = getRequestListener(program.app.fetch, options);
    }),
    env.HOOKYARD_ROLE === "worker" ? null : openPages(env, door, port),
  ]);
  rooms.pages = pages;
  if (booted) await announce(booted, url);
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
    throw new StartupError(`Cannot listen on ${env.HOST}:${env.PORT}: ${message}`);
  }
}

async function openMetricsDoor(env: Env): Promise<Server[]> {
  const { HOST, HOOKYARD_METRICS_PORT: port, HOOKYARD_METRICS_TOKEN: token } = env;
  if (port === undefined) return [];
  const door = createMetricsDoor(token);
  const opened = await openDoor(door, { HOST, PORT: port }, "HOOKYARD_METRICS_PORT");
  console.log(`Metrics are at http://localhost:${opened}/metrics`);
  return [door];
}

/** Next.js takes a second to load; it does so while the database starts. */
async function openPages(env: Env, door: Server, port: number): Promise<RequestListener> {
  const { default: next } = await import("next");
  const here = path.dirname(fileURLToPath(import.meta.url));
  const dir = path.basename(here) === "dist" ? path.dirname(here) : here;
  const dev = env.NODE_ENV === "development";
  const pages = next({ dev, dir, port, hostname: "localhost", httpServer: createReloadChannel(door, dev) });
  await pages.prepare();
  return pages.getRequestHandler();
}

async function announce({ runtime }: Booted, url: string): Promise<void> {
  console.log(`Hookyard is ready at ${url}\n${await nextStep(runtime, url)}`);
}

async function nextStep(runtime: Runtime, url: string): Promise<string> {
  if (runtime.env.HOOKYARD_ROLE === "worker") return "This copy is a worker: it has no pages.";
  const token = await issueSetupToken(systemContext(runtime));
  return token ? `Make the first account here, once: ${url}/setup?token=${token}` : `Sign in: ${url}/sign-in`;
}

/** The first signal ends everything in order. A later one does not wait; one at once is npm's echo of the first. */
function stopOnSignals(stop: () => Promise<void>): void {
  let since = 0;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      if (since === 0) {
        since = Date.now();
        stop().then(() => process.exit(0), fail);
      } else if (Date.now() - since > ECHO_MS) process.exit(1);
    });
  }
}

function fail(error: unknown): never {
  console.error(error instanceof StartupError ? error.message : error);
  process.exit(1);
}

start().catch(fail);
