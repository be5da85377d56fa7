import type { EngineCall } from "@/lib/functions/engine";
import type { SandboxAnswers, SandboxData, SandboxReady } from "@/lib/functions/sandbox.worker";
import { readThreadCpuMs } from "@/lib/functions/thread-cpu";
import { startWorkerThread } from "@/lib/kernel/worker-thread";

export type SandboxThread = {
  /** Lets it run a turn's calls one after another, for as long as a turn may take. */
  post(calls: readonly EngineCall[]): void;
  /** How many of them have run, those included whose answers are still to come. */
  countRun(): number;
  /** The CPU time that it has used since its last message; null where nobody can tell. */
  readCpuMs(): Promise<number | null>;
  /** Ends it at once, whatever it does; `onEnd` is not called for that. */
  end(): Promise<void>;
};

export type SandboxThreadEvents = {
  onReady(): void;
  onAnswers(message: SandboxAnswers): void;
  /** It ended by itself, which a working one never does. */
  onEnd(error: Error | null): void;
};

/** For JavaScript of the engine's host side; the guest's memory is the module's. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 8 };

/** Newer versions of Node have no need of WASI for the clock; older ones call it an experiment each time. */
const EXEC_ARGV = ["--disable-warning=ExperimentalWarning"];

/** Starts a thread that does not keep the process alive, sees none of its environment and shares none of its loaders. */
export async function startSandboxThread(
  memory: Omit<SandboxData, "progress">,
  events: SandboxThreadEvents,
): Promise<SandboxThread> {
  const progress = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const workerData: SandboxData = { ...memory, progress };
  const options = { workerData, env: {}, execArgv: EXEC_ARGV, resourceLimits: RESOURCE_LIMITS };
  const worker = await startWorkerThread("functions/sandbox", options);
  let ended = false;
  let failure: Error | null = null;
  let taskId: number | null = null;
  let reportedMs = 0;
  worker.on("message", (message: SandboxReady | SandboxAnswers) => {
    if (ended) return;
    if ("answers" in message) {
      reportedMs = message.answers.at(-1)?.cpuMs ?? reportedMs;
      return events.onAnswers(message);
    }
    reportedMs = message.cpuMs;
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
    post(calls) {
      Atomics.store(progress, 0, 0);
      worker.postMessage(calls);
    },
    countRun: () => Atomics.load(progress, 0),
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
