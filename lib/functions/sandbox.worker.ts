import { parentPort, workerData } from "node:worker_threads";
import { createCpuClock, createCpuMeter } from "@/lib/functions/cpu-clock";
import { createEngine, type EngineCall } from "@/lib/functions/engine";
import { endsTurn } from "@/lib/functions/function-call";
import { findTaskId } from "@/lib/functions/thread-cpu";

export type SandboxData = { module: WebAssembly.Module; memoryBytes: number };

/** That it can take calls; `cpuMs` is the CPU time that it has used, `taskId` its id in /proc. */
export type SandboxReady = { taskId: number | null; cpuMs: number };

/** The thread in which users' functions run: says `ready` once, then takes a turn at a time and answers each call of it. */
async function serve() {
  if (!parentPort) throw new Error("This runs as a worker thread only.");
  const port = parentPort;
  const { module, memoryBytes } = workerData as SandboxData;
  const cpuClock = createCpuClock();
  const engine = await createEngine({ module, memoryBytes, meter: createCpuMeter(cpuClock) });
  port.on("message", async (calls: EngineCall[]) => {
    for (const call of calls) {
      const answer = await engine.run(call);
      port.postMessage(answer);
      if (endsTurn(answer)) return;
    }
  });
  port.postMessage({ taskId: findTaskId(), cpuMs: cpuClock() } satisfies SandboxReady);
}

// A rejection ends the thread, which is what its pool waits for.
void serve();
