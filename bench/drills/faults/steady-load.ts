import type { Cleanup } from "@/bench/cleanup";
import type { LoadCalls } from "@/bench/load.process";
import { startProcess } from "@/bench/process";

const RATE = 20;
const LONGEST_SECONDS = 1_200;

/** Sends events to an ingest address until the end, as a company does that nobody has told of the fault. */
export async function startSteadyLoad(own: Cleanup, url: string, rate = RATE): Promise<void> {
  const load = startProcess<LoadCalls>("load.process.ts");
  const running = load.call("run", {
    target: { url },
    firstNumber: 0,
    connections: 2,
    seconds: LONGEST_SECONDS,
    rate,
  });
  own.defer(async () => {
    await load.call("stop");
    await running;
    await load.end();
  });
}
