import { parentPort, workerData } from "node:worker_threads";
import { createCpuClock } from "@/lib/functions/cpu-clock";
import { createEngine, type EngineAnswer, type EngineCall } from "@/lib/functions/engine";
import { endsTurn } from "@/lib/functions/function-call";
import { findTaskId } from "@/lib/functions/thread-cpu";

export type SandboxData = { module: WebAssembly.Module; memoryBytes: number };

/** `cpuMs` is the thread's CPU time so far: what follows until the next message belongs to the next call. */
export type SandboxMessage =
  | { kind: "ready"; taskId: number | null; cpuMs: number }
  | { kind: "answer"; answer: EngineAnswer; cpuMs: number };

/** The thread in which users' functions run: says `ready` once, then takes a turn at a time and answers each call of it. */
async function serve() {
  if (!parentPort) throw new Error("This runs as a worker thread only.");
  const port = parentPort;
  const { module, memoryBytes } = workerData as SandboxData;
  const cpuClock = createCpuClock();
  const engine = await createEngine({ module, memoryBytes, cpuClock });
  const say = (message: SandboxMessage) => port.postMessage(message);
  port.on("message", async (calls: EngineCall[]) => {
    for (const call of calls) {
      const answer = await engine.run(call);
      say({ kind: "answer", answer, cpuMs: cpuClock() });
      if (endsTurn(answer)) return;
    }
  });
  say({ kind: "ready", taskId: findTaskId(), cpuMs: cpuClock() });
}

// A rejection ends the thread, which is what its pool waits for.
void serve();
