import { type ChildProcess, fork } from "node:child_process";
import path from "node:path";

export const ROOT = path.resolve(import.meta.dirname, "..");

type Calls = Record<string, (...input: never[]) => unknown>;
type Question = { id: number; name: string; input: unknown[] };
type Answer = { id: number; value: unknown; error: string | null };

/** A process of the bench, called over its IPC channel. Several calls may be in progress at once. */
export type Process<C extends Calls> = {
  readonly pid: number;
  call<N extends keyof C & string>(name: N, ...input: Parameters<C[N]>): Promise<Awaited<ReturnType<C[N]>>>;
  /** Ends it and waits until it is gone. */
  end(): Promise<void>;
};

/** Starts `bench/<file>`. It ends with us, however we end, because its channel does. */
export function startProcess<C extends Calls>(file: string): Process<C> {
  const child = fork(path.join(ROOT, "bench", file), {
    cwd: ROOT,
    execArgv: ["--import", "tsx"],
    serialization: "advanced",
    // Ctrl-C is for the bench, which ends its processes in order.
    detached: true,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const waiting = new Map<number, { resolve(value: never): void; reject(error: Error): void }>();
  let lastId = 0;
  child.on("message", ({ id, value, error }: Answer) => {
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error === null) asked?.resolve(value as never);
    else asked?.reject(new Error(`${file}: ${error}`));
  });
  child.once("exit", (code, signal) => {
    for (const { reject } of waiting.values()) reject(new Error(`${file} ended with ${code ?? signal}.`));
    waiting.clear();
  });
  return {
    pid: child.pid as number,
    call: (name, ...input) =>
      new Promise((resolve, reject) => {
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        child.send({ id: lastId, name, input } satisfies Question, (error) => error && reject(error));
      }),
    async end() {
      await endChild(child);
    },
  };
}

/** The other side: the calls that `bench/<file>` answers to its parent. */
export function answerParent(calls: Calls): void {
  process.on("disconnect", () => process.exit(0));
  process.on("message", async ({ id, name, input }: Question) => {
    const answer: Answer = { id, value: undefined, error: null };
    try {
      answer.value = await calls[name]?.(...(input as never[]));
    } catch (error) {
      answer.error = error instanceof Error ? error.message : String(error);
    }
    if (process.connected) process.send?.(answer);
  });
}

/** Ends a child and waits until it is gone; returns its exit code, or null if a signal ended it. */
export function endChild(child: ChildProcess, signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  const ended = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  child.kill(signal);
  return ended;
}
