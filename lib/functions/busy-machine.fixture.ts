import { once } from "node:events";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";

/** Keeps each processor busy with so many endless loops, until it is called to end. */
export async function keepBusy(loopsEach: number): Promise<() => Promise<void>> {
  const code = `require("node:worker_threads").parentPort.postMessage("looping"); for (;;);`;
  const threads = Array.from({ length: loopsEach * availableParallelism() }, () => new Worker(code, { eval: true }));
  await Promise.all(threads.map((thread) => once(thread, "message")));
  return async () => {
    await Promise.all(threads.map((thread) => thread.terminate()));
  };
}
