import { type ChildProcess, execFile, spawn } from "node:child_process";
import { chmodSync, chownSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { until } from "@/lib/program/engines.fixture";

const ROOT = path.resolve(import.meta.dirname, "../..");
const run = promisify(execFile);

type Account = { uid: number; gid: number };
type Settings = Record<string, string>;

/** Whom packages run as: root could write anywhere, and no server should be root. */
function findAccount(): Account | null {
  if (process.getuid?.() !== 0) return null;
  const nobody = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((line) => line.startsWith("nobody:"));
  const [, , uid, gid] = nobody?.split(":") ?? [];
  if (!uid || !gid) throw new Error("This test runs as root, and this system has no user nobody to lend.");
  return { uid: Number(uid), gid: Number(gid) };
}

/** A package outside of the checkout that nobody can write to, and what was started from it. */
export class PackagedProgram {
  readonly #running: ChildProcess[] = [];
  readonly #account = findAccount();
  readonly #data: string[] = [];

  private constructor(
    readonly folder: string,
    readonly said: string,
  ) {}

  /** Runs `npm run package`. */
  static run(...args: string[]): Promise<{ stdout: string; stderr: string }> {
    return run("npm", ["run", "-s", "package", "--", ...args], { cwd: ROOT });
  }

  /** Makes it by the command that everybody uses. */
  static async make(...flags: string[]): Promise<PackagedProgram> {
    const home = mkdtempSync(path.join(os.tmpdir(), "hookyard-package-"));
    chmodSync(home, 0o755);
    const folder = path.join(home, "app");
    const { stdout } = await PackagedProgram.run(folder, ...flags);
    for (const file of ["", ...list(folder)]) {
      const { mode } = lstatSync(path.join(folder, file));
      if (!lstatSync(path.join(folder, file)).isSymbolicLink()) chmodSync(path.join(folder, file), mode & 0o555);
    }
    return new PackagedProgram(folder, stdout);
  }

  /** Every file with what tells that it was changed. */
  look(): Map<string, string> {
    return new Map(
      list(this.folder).map((file) => {
        const { mtimeMs, size, mode } = lstatSync(path.join(this.folder, file));
        return [file, `${mtimeMs} ${size} ${mode}`];
      }),
    );
  }

  /** A folder elsewhere that the program may write to. */
  makeDataFolder(): string {
    const folder = mkdtempSync(path.join(os.tmpdir(), "hookyard-package-data-"));
    if (this.#account) chownSync(folder, this.#account.uid, this.#account.gid);
    this.#data.push(folder);
    return folder;
  }

  /** Starts it by the command in its package.json; resolves once it is ready. */
  async start(settings: Settings) {
    const started = this.#launch(settings);
    const url = await until(() => {
      if (started.child.exitCode !== null) throw new Error(started.output());
      return /ready at ([^\s"]+)/.exec(started.output())?.[1];
    });
    const stop = async () => {
      started.child.kill("SIGTERM");
      return started.exited;
    };
    return { ...started, url, stop };
  }

  async startInVain(settings: Settings): Promise<{ code: number | null; output: string }> {
    const { exited, output } = this.#launch(settings);
    return { code: await exited, output: output() };
  }

  /** Runs a command of `hookyard` to its end; returns what it printed. */
  async command(settings: Settings, ...args: string[]): Promise<string> {
    const { stdout } = await run(process.execPath, ["hookyard.mjs", ...args], this.#options(settings));
    return stdout;
  }

  /** Starts Node.js in the folder; returns its exit code at the end. */
  spawn(settings: Settings, ...args: string[]) {
    return this.#follow(spawn(process.execPath, args, this.#options(settings)));
  }

  dispose(): void {
    for (const child of this.#running.splice(0)) child.kill("SIGKILL");
    for (const file of ["", ...list(this.folder)]) {
      const place = path.join(this.folder, file);
      if (lstatSync(place).isDirectory()) chmodSync(place, 0o755);
    }
    for (const folder of [path.dirname(this.folder), ...this.#data]) rmSync(folder, { recursive: true, force: true });
  }

  #launch(settings: Settings) {
    const { scripts } = JSON.parse(readFileSync(path.join(this.folder, "package.json"), "utf8")) as {
      scripts: { start: string };
    };
    return this.#follow(spawn("sh", ["-c", scripts.start], this.#options({ PORT: "0", ...settings })));
  }

  #follow(child: ChildProcess) {
    this.#running.push(child);
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (chunk) => {
        output += chunk;
      });
    }
    const exited = new Promise<number | null>((resolve) => child.once("close", resolve));
    return { child, output: () => output, exited };
  }

  /** Nothing of this process' environment but where Node.js is. */
  #options(settings: Settings) {
    const PATH = `${path.dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`;
    return { cwd: this.folder, env: { PATH, ...settings } as unknown as NodeJS.ProcessEnv, ...this.#account };
  }
}

function list(folder: string): string[] {
  return (readdirSync(folder, { recursive: true }) as string[]).sort();
}
