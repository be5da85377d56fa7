import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, realpathSync } from "node:fs";
import { rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import type { Cleanup } from "@/bench/cleanup";
import { endChild, ROOT } from "@/bench/process";
import { killProcesses, listChildren, listProcessesIn, signalProcesses } from "@/bench/processes";
import { mountDisk } from "@/lib/db/small-disk.fixture";
import type { ProjectType } from "@/lib/kernel/vocabulary";

const run = promisify(execFile);

/** The owner of a copy that `init` was run on. */
export const OWNER = { email: "bench@example.com", password: "correct horse battery" };

/** The output of `hookyard init --json`. */
export type Initialized = { project_id: string; api_key: string; url: string };

/** A built copy of the program with a data folder on disk and a port of its own. */
export type Copy = {
  readonly url: string;
  /** The address of its inspector, if requested. */
  readonly inspectorUrl: string | null;
  /** The processes of the server, its members (HOOKYARD_PROCESSES), and its database. They change with a restart. */
  pids(): { server: number; members: number[]; postgres: number[] };
  init(project: string, type: ProjectType): Promise<Initialized>;
  /** Runs the command-line program with its settings; returns what it prints. */
  command(...args: string[]): Promise<string>;
  readonly dataDir: string;
  /** Freezes its database's processes (SIGSTOP) until the returned function is called. */
  pauseDatabase(): () => void;
  /** The first process of its database, which leads the others. */
  postmaster(): number;
  /** The URL by which another copy reaches its database. */
  databaseUrl(): string;
  /** Stops it in order, as a rolling restart does. */
  stop(): Promise<void>;
  /** Freezes its server's process (SIGSTOP) until the returned function is called. */
  pauseServer(): () => void;
  /** `kill -9`: the server's process alone, or its database's processes too. */
  kill(what: "server" | "everything"): Promise<void>;
  /** Restarts it on the same data and port, and waits until it is ready. With a folder, as the program built there. */
  restart(program?: string): Promise<void>;
};

export type CopyOptions = {
  /** Environment settings besides those of every bench. */
  settings?: Record<string, string>;
  /** Opens an inspector, for a profile. */
  isInspected?: boolean;
  /** The folder of the built program: this one's unless given. */
  program?: string;
  /** A module that its process loads before the program. */
  preload?: string;
  /** Puts its data on a disk of its own of that size, in memory. Requires the right to mount one. */
  diskMib?: number;
  /** Hears each line that it writes. */
  onLine?(line: string): void;
  /** The data folders of the PostgreSQL servers that DATABASE_URL leads to, whose processes count as its database's. */
  serverFolders?: readonly string[];
};

/**
 * Starts a copy and waits until it is ready. Its deliveries may go to loopback, where the receivers are. `cleanup`
 * stops it in any state and removes its data.
 */
export async function startCopy(cleanup: Cleanup, options: CopyOptions = {}): Promise<Copy> {
  const { settings = {}, isInspected = false, program = ROOT, preload, diskMib, onLine = () => {} } = options;
  const dataDir = realpathSync(mkdtempSync(path.join(diskFolder(), "hookyard-bench-")));
  const unmount = diskMib === undefined ? () => {} : mountDisk(dataDir, diskMib);
  const env = copyEnvironment(dataDir, settings);
  const postgres = () => listProcessesIn(path.join(dataDir, "postgres"));
  const allPostgres = () => [...postgres(), ...(options.serverFolders ?? []).flatMap(listProcessesIn)];
  const nodeOptions = [
    ...(isInspected ? ["--inspect=127.0.0.1:0"] : []),
    ...(preload === undefined ? [] : ["--import", path.join(ROOT, preload)]),
  ];
  let server = launch(program, env, nodeOptions, onLine);
  cleanup.defer(async () => {
    signalProcesses([...postgres(), server.child.pid as number], "SIGCONT");
    await endChild(server.child);
    // Left over if the server was killed and not restarted.
    await killProcesses(postgres());
    unmount();
    await rm(dataDir, { recursive: true, force: true });
  });

  const { url, inspectorUrl } = await server.ready;
  const command = async (...args: string[]) => {
    const { stdout } = await run(process.execPath, ["dist/cli.js", ...args], { cwd: program, env });
    return stdout;
  };
  return {
    url,
    inspectorUrl,
    pids() {
      const pid = server.child.pid as number;
      const ofDatabase = allPostgres();
      return { server: pid, members: listChildren(pid, ofDatabase), postgres: ofDatabase };
    },
    async init(project, type) {
      const owner = ["--email", OWNER.email, "--password", OWNER.password];
      const stdout = await command("init", ...owner, "--project", project, "--type", type, "--json");
      return JSON.parse(stdout) as Initialized;
    },
    command,
    dataDir,
    pauseDatabase() {
      const frozen = postgres();
      signalProcesses(frozen, "SIGSTOP");
      return () => signalProcesses(frozen, "SIGCONT");
    },
    postmaster: () => Number.parseInt(readFileSync(path.join(dataDir, "postgres", "postmaster.pid"), "utf8"), 10),
    databaseUrl: () =>
      settings.DATABASE_URL ?? String(JSON.parse(readFileSync(path.join(dataDir, "database.json"), "utf8")).url),
    async stop() {
      await endChild(server.child);
    },
    pauseServer() {
      const pid = server.child.pid as number;
      signalProcesses([pid], "SIGSTOP");
      return () => signalProcesses([pid], "SIGCONT");
    },
    async kill(what) {
      // Kills the database first: every acknowledgement of the server from here on without a commit would be lost.
      if (what === "everything") await killProcesses(postgres());
      await endChild(server.child, "SIGKILL");
    },
    async restart(other = program) {
      const port = new URL(url).port;
      server = launch(other, { ...env, PORT: port }, preload === undefined ? [] : nodeOptions, onLine);
      await server.ready;
    },
  };
}

/** Builds dist/ and .next/ unless they match the present sources. */
export async function ensureBuilt(): Promise<void> {
  const child = spawn(process.execPath, ["scripts/build.mjs"], { cwd: ROOT, stdio: ["ignore", 2, 2] });
  const status = await new Promise((resolve) => child.once("exit", resolve));
  if (status !== 0) throw new Error("The build failed: see above.");
}

/** A folder on a disk: /tmp is memory on many systems, and a commit to memory costs nothing. */
export function diskFolder(): string {
  return existsSync("/var/tmp") ? "/var/tmp" : os.tmpdir();
}

function copyEnvironment(dataDir: string, settings: Record<string, string>): NodeJS.ProcessEnv {
  const own = ["DATABASE_URL", "HOST", "PORT", "LOG_FORMAT", "LOG_LEVEL"];
  const inherited = Object.entries(process.env).filter(
    ([name]) => !own.includes(name) && !name.startsWith("HOOKYARD_") && !name.startsWith("OIDC_"),
  );
  return {
    ...Object.fromEntries(inherited),
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    PORT: "0",
    LOG_FORMAT: "text",
    LOG_LEVEL: "warn",
    HOOKYARD_DATA: dataDir,
    HOOKYARD_EGRESS_ALLOW: "127.0.0.0/8",
    ...settings,
  };
}

/** The Node.js options of `npm start`. */
function readStartOptions(program: string): string[] {
  const { scripts } = JSON.parse(readFileSync(path.join(program, "package.json"), "utf8"));
  return scripts.start.split(" ").filter((word: string) => word.startsWith("--"));
}

/** As text, or within a line of JSON. */
const READY = /Hookyard is ready at ([^\s"]+)["\n]/;

type Launched = { child: ChildProcess; ready: Promise<{ url: string; inspectorUrl: string | null }> };

function launch(
  program: string,
  env: NodeJS.ProcessEnv,
  nodeOptions: readonly string[],
  onLine: (line: string) => void,
): Launched {
  const child = spawn(process.execPath, [...readStartOptions(program), ...nodeOptions, "dist/server.js"], {
    cwd: program,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    // Ctrl-C is for the bench, which stops the copy in order.
    detached: true,
  });
  let output = "";
  const ready = new Promise<{ url: string; inspectorUrl: string | null }>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output = (output + chunk).slice(-20_000);
      const url = READY.exec(output)?.[1];
      const inspectorUrl = /Debugger listening on (\S+)/.exec(output)?.[1] ?? null;
      if (url) resolve({ url, inspectorUrl });
    };
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", read);
      createInterface(stream).on("line", onLine);
    }
    child.once("error", reject);
    child.once("exit", (code, signal) => reject(new Error(`The copy ended with ${code ?? signal}:\n${output}`)));
  });
  return { child, ready };
}
