import type { EngineAnswer, EngineCall } from "@/lib/functions/engine";
import type { SandboxData, SandboxReady } from "@/lib/functions/sandbox.worker";
import { readThreadCpuMs } from "@/lib/functions/thread-cpu";
import { startWorkerThread } from "@/lib/kernel/worker-thread";

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
  const worker = await startWorkerThread({ path: "functions/sandbox", name: "sandbox" }, options);
  let ended = false;
  let failure: Error | null = null;
  let taskId: number | null = null;
  let reportedMs = 0;
  worker.on("message", (message: SandboxReady | EngineAnswer) => {
    if (ended) return;
    reportedMs = message.cpuMs;
    if ("verdict" in message) return events.onAnswer(message);
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
