import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { EngineAnswer, EngineCall } from "@/lib/functions/engine";
import type { SandboxData, SandboxMessage } from "@/lib/functions/sandbox.worker";
import { readThreadCpuMs } from "@/lib/functions/thread-cpu";

export type SandboxThread = {
  /** Lets it run a turn's calls one after another, up to one whose answer ends the turn. */
  post(calls: readonly EngineCall[]): void;
  /** The CPU time that it has used since its last message; null where nobody can tell. */
  readCpuMs(): Promise<number | null>;
  /** Ends it at once, whatever it does; `onEnd` is not called for that. */
  end(): Promise<void>;
};

export type SandboxThreadEvents = {
  onReady(): void;
  onAnswer(answer: EngineAnswer): void;
  /** It ended by itself, which a working one never does. */
  onEnd(error: Error | null): void;
};

/** For JavaScript of the engine's host side; the guest's memory is the module's. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 8 };

/** Newer versions of Node have no need of WASI for the clock; older ones call it an experiment each time. */
const EXEC_ARGV = ["--disable-warning=ExperimentalWarning"];

/** Starts a thread that does not keep the process alive, sees none of its environment and shares none of its loaders. */
export async function startSandboxThread(data: SandboxData, events: SandboxThreadEvents): Promise<SandboxThread> {
  const options = { workerData: data, env: {}, execArgv: EXEC_ARGV, resourceLimits: RESOURCE_LIMITS };
  const code = await loadCode();
  const worker = code instanceof URL ? new Worker(code, options) : new Worker(code, { ...options, eval: true });
  let ended = false;
  let failure: Error | null = null;
  let taskId: number | null = null;
  let reportedMs = 0;
  worker.on("message", (message: SandboxMessage) => {
    if (ended) return;
    reportedMs = message.cpuMs;
    if (message.kind === "answer") return events.onAnswer(message.answer);
    taskId = message.taskId;
    events.onReady();
  });
  worker.on("error", (error) => {
    failure = error;
  });
  worker.on("exit", () => {
    if (ended) return;
    ended = true;
    events.onEnd(failure);
  });
  // After the listeners, which hold the process again.
  worker.unref();
  return {
    post: (calls) => worker.postMessage(calls),
    async readCpuMs() {
      const usedMs = await readThreadCpuMs(worker, taskId);
      return usedMs === null ? null : usedMs - reportedMs;
    },
    async end() {
      ended = true;
      await worker.terminate();
    },
  };
}

let codeFromSources: Promise<string> | undefined;

/** The bundle beside ours in `dist`; from sources, where there is none, the same bundle made on the spot. */
async function loadCode(): Promise<URL | string> {
  if (!import.meta.url.endsWith(".ts")) return new URL("./sandbox.worker.js", import.meta.url);
  codeFromSources ??= bundleFromSources();
  return codeFromSources;
}

async function bundleFromSources(): Promise<string> {
  const { buildSync } = await import("esbuild");
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(new URL("./sandbox.worker.ts", import.meta.url))],
    tsconfig: fileURLToPath(new URL("../../tsconfig.json", import.meta.url)),
    bundle: true,
    write: false,
    platform: "node",
    format: "cjs",
    target: "node20",
    logLevel: "warning",
  });
  return outputFiles[0]?.text ?? "";
}
