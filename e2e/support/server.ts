import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const ROOT = path.resolve(import.meta.dirname, "../..");
const run = promisify(execFile);

/** A built copy of the program, with a database and a port of its own. */
export type Copy = {
  url: string;
  /** The printed link, until there is an owner. */
  setupUrl: string | null;
  /** The copy's output so far. */
  output(): string;
  /** The server's process; another one after a restart. */
  pid(): number;
  /** The URL of its database. */
  databaseUrl(): Promise<string>;
  /** Runs `hookyard init --json` and returns its output. */
  init(options: InitOptions): Promise<Initialized>;
  /** Runs this command of `hookyard` on this copy's data and returns its output. */
  command(...args: string[]): Promise<string>;
  /** Starts Node.js with these arguments on this copy's data. */
  spawn(...args: string[]): ChildProcess;
  /** Ends the process: SIGTERM in order, SIGKILL at once. Returns its exit code. The data stays. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
  /** Restarts it on the same data and port. */
  restart(): Promise<void>;
  /** Ends it and removes its data. */
  dispose(): Promise<void>;
};

export type InitOptions = { email?: string; password?: string; project: string; type: "incoming" | "outgoing" };
export type Initialized = { project_id: string; api_key: string; url: string };

export const OWNER = { email: "owner@example.com", password: "correct horse battery" };

/**
 * Starts a copy and waits until it is ready. Deliveries to loopback are allowed, since the tests' receivers are there.
 */
export async function startCopy(settings: Record<string, string> = {}): Promise<Copy> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "hookyard-e2e-"));
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    PORT: "0",
    LOG_FORMAT: "text",
    HOOKYARD_DATA: dataDir,
    HOOKYARD_EGRESS_ALLOW: "127.0.0.0/8,::1/128",
    ...settings,
  };
  let running = await launch(env);
  const copy: Copy = {
    url: running.url,
    setupUrl: running.setupUrl,
    output: () => running.output(),
    pid: () => running.child.pid as number,
    async databaseUrl() {
      return env.DATABASE_URL ?? JSON.parse(await readFile(path.join(dataDir, "database.json"), "utf8")).url;
    },
    async init({ email = OWNER.email, password = OWNER.password, project, type }) {
      const owner = ["--email", email, "--password", password];
      const stdout = await copy.command("init", ...owner, "--project", project, "--type", type, "--json");
      return JSON.parse(stdout) as Initialized;
    },
    async command(...args) {
      const { stdout } = await run(process.execPath, ["cli/hookyard.mjs", ...args], { cwd: ROOT, env });
      return stdout;
    },
    spawn: (...args) => spawn(process.execPath, args, { cwd: ROOT, env }),
    end: (signal = "SIGTERM") => end(running.child, signal),
    async restart() {
      running = await launch({ ...env, PORT: new URL(copy.url).port });
      copy.setupUrl = running.setupUrl;
    },
    async dispose() {
      await end(running.child, "SIGTERM");
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return copy;
}

type Running = { child: ChildProcess; url: string; setupUrl: string | null; output(): string };

async function launch(env: NodeJS.ProcessEnv): Promise<Running> {
  const child = spawn(process.execPath, ["dist/server.js"], { cwd: ROOT, env });
  let output = "";
  const ready = new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      const url = /^Hookyard is ready at (\S+)\n.+\n/m.exec(output)?.[1];
      if (url) resolve(url);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", (code) => reject(new Error(`The copy ended with ${code}:\n${output}`)));
  });
  const url = await ready;
  const setupUrl = /(\S+\/setup\?token=\S+)/.exec(output)?.[1] ?? null;
  return { child, url, setupUrl, output: () => output };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const ended = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  child.kill(signal);
  return ended;
}
