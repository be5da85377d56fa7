import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { until } from "@/lib/program/engines.fixture";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** The program itself, as built of the present sources (scripts/bundle-setup.mjs), in a process of its own. */
export type StartedCopy = {
  child: ChildProcess;
  url: string;
  /** Its output so far. */
  output(): string;
  /** Its exit code; null if a signal ended it. */
  exited: Promise<number | null>;
  /** Ends it by the signal; resolves with what `exited` does. */
  stop(signal: NodeJS.Signals): Promise<number | null>;
};

const running: ChildProcess[] = [];

/** Starts it with these settings, on a free port and on the database of a test; resolves once it is ready. */
export async function startCopy(databaseUrl: string, settings: Record<string, string> = {}): Promise<StartedCopy> {
  const started = launch({ DATABASE_URL: databaseUrl, ...settings });
  const url = await until(() => {
    if (started.child.exitCode !== null) throw new Error(started.output());
    return /ready at ([^\s"]+)/.exec(started.output())?.[1];
  });
  return { ...started, url };
}

/** Kills everything that was started, ready or not. */
export function killCopies(): void {
  for (const child of running.splice(0)) child.kill("SIGKILL");
}

/** Starts a copy that must fail; returns its output and its exit code. */
export async function startInVain(settings: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const { exited, output } = launch(settings);
  return { code: await exited, output: output() };
}

function launch(settings: Record<string, string>): Omit<StartedCopy, "url"> {
  const env = {
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    PORT: "0",
    HOOKYARD_ROLE: "worker",
    LOG_FORMAT: "text",
    // The key of `testBox`, which encrypts the contents of a test's database.
    HOOKYARD_SECRET: Buffer.alloc(32, 7).toString(),
    HOOKYARD_EGRESS_ALLOW: "127.0.0.0/8",
    ...settings,
  };
  const pairs = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const child = spawn("env", [...pairs, process.execPath, "dist/server.js"], { cwd: ROOT });
  running.push(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk;
    });
  }
  // "close" follows all output.
  const exited = new Promise<number | null>((resolve) => child.once("close", resolve));
  const stop = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return exited;
  };
  return { child, output: () => output, exited, stop };
}
