import type { EngineAnswer, EngineCall } from "@/lib/functions/engine";
import type { SandboxData } from "@/lib/functions/sandbox.worker";
import { startWorkerThread } from "@/lib/worker-thread";

export type SandboxThread = {
  /** Lets it run a turn's calls one after another, up to one whose answer ends the turn. */
  post(calls: readonly EngineCall[]): void;
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

/** Starts a thread that does not keep the process alive, sees none of its environment and shares none of its loaders. */
export async function startSandboxThread(data: SandboxData, events: SandboxThreadEvents): Promise<SandboxThread> {
  const options = { workerData: data, env: {}, execArgv: [], resourceLimits: RESOURCE_LIMITS };
  const worker = await startWorkerThread({ path: "functions/sandbox", name: "sandbox" }, options);
  let ended = false;
  let failure: Error | null = null;
  worker.on("message", (message: "ready" | EngineAnswer) => {
    if (ended) return;
    if (message === "ready") events.onReady();
    else events.onAnswer(message);
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
    async end() {
      ended = true;
      await worker.terminate();
    },
  };
}
