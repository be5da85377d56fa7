import { parentPort, workerData } from "node:worker_threads";
import { createCpuClock, createCpuMeter } from "@/lib/functions/cpu-clock";
import { createEngine, type EngineAnswer, type EngineCall } from "@/lib/functions/engine";
import { findTaskId } from "@/lib/functions/thread-cpu";

export type SandboxData = {
  module: WebAssembly.Module;
  memoryBytes: number;
  /** Its one number says how many calls of the present turn have run, answered or not. */
  progress: Int32Array<SharedArrayBuffer>;
};

/** That it can take calls; `cpuMs` is the CPU time that it has used, `taskId` its id in /proc. */
export type SandboxReady = { taskId: number | null; cpuMs: number };

/** Some of a turn's answers, in the order of its calls. What was not run when the turn is over is not run any more. */
export type SandboxAnswers = { answers: EngineAnswer[]; isTurnOver: boolean };

/** A turn that took longer is over, whatever is left of it: others wait for theirs. */
const TURN_MS = 10;

/**
 * The thread in which users' functions run: says `ready` once, then takes a turn at a time and answers each call of it.
 * Quick calls are answered together, because a message costs both threads as much as a small function does.
 */
async function serve() {
  if (!parentPort) throw new Error("This runs as a worker thread only.");
  const port = parentPort;
  const { module, memoryBytes, progress } = workerData as SandboxData;
  const cpuClock = createCpuClock();
  let held: EngineAnswer[] = [];
  let heldSince = 0;
  const send = (isTurnOver: boolean) => {
    port.postMessage({ answers: held, isTurnOver } satisfies SandboxAnswers);
    held = [];
  };
  const sendWhatIsOld = () => {
    if (held.length > 0 && performance.now() - heldSince > TURN_MS) send(false);
  };
  const meter = createCpuMeter(cpuClock);
  const engine = await createEngine({ module, memoryBytes, meter, onStillRunning: sendWhatIsOld });
  port.on("message", async (calls: EngineCall[]) => {
    let turnMs = 0;
    for (const [index, call] of calls.entries()) {
      const answer = await engine.run(call);
      if (held.length === 0) heldSince = performance.now();
      held.push(answer);
      Atomics.add(progress, 0, 1);
      turnMs += answer.durationMs;
      if (index === calls.length - 1 || turnMs > TURN_MS) return send(true);
    }
  });
  port.postMessage({ taskId: findTaskId(), cpuMs: cpuClock() } satisfies SandboxReady);
}

// A rejection ends the thread, which is what its pool waits for.
void serve();
