import { parentPort, workerData } from "node:worker_threads";
import { createEngine, type EngineCall } from "@/lib/functions/engine";
import { endsTurn } from "@/lib/functions/function-call";

export type SandboxData = { module: WebAssembly.Module; memoryBytes: number };

/** The thread in which users' functions run: says `ready` once, then takes a turn at a time and answers each call of it. */
async function serve() {
  if (!parentPort) throw new Error("This runs as a worker thread only.");
  const port = parentPort;
  const { module, memoryBytes } = workerData as SandboxData;
  const engine = await createEngine(module, memoryBytes);
  port.on("message", async (calls: EngineCall[]) => {
    for (const call of calls) {
      const answer = await engine.run(call);
      port.postMessage(answer);
      if (endsTurn(answer)) return;
    }
  });
  port.postMessage("ready");
}

// A rejection ends the thread, which is what its pool waits for.
void serve();
