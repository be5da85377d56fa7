import { parentPort, workerData } from "node:worker_threads";
import { createEngine, type EngineCall } from "@/lib/functions/engine";

export type SandboxData = { module: WebAssembly.Module; memoryBytes: number };

/** The thread in which users' functions run: says `ready` once, then takes a call at a time and answers it. */
async function serve() {
  if (!parentPort) throw new Error("This runs as a worker thread only.");
  const port = parentPort;
  const { module, memoryBytes } = workerData as SandboxData;
  const engine = await createEngine(module, memoryBytes);
  port.on("message", async (call: EngineCall) => port.postMessage(await engine.run(call)));
  port.postMessage("ready");
}

// A rejection ends the thread, which is what its pool waits for.
void serve();
