import { WASI } from "node:wasi";

/** What newer versions of Node give directly. */
type WithThreadCpuUsage = NodeJS.Process & { threadCpuUsage?(): { user: number; system: number } };

/** The clock of WASI that shows the CPU time of the thread that asks. */
const THREAD_CPU_TIME = 3;

/**
 * A clock of the CPU time that the calling thread has used, in milliseconds: it stands still while the thread waits for a
 * processor, so that what else the machine does is nobody's fault.
 */
export function createCpuClock(): () => number {
  const node: WithThreadCpuUsage = process;
  if (node.threadCpuUsage) {
    const read = node.threadCpuUsage.bind(node);
    return () => {
      const { user, system } = read();
      return (user + system) / 1_000;
    };
  }
  const memory = new WebAssembly.Memory({ initial: 1 });
  const wasi = new WASI({ version: "preview1" });
  wasi.initialize({ exports: { memory } });
  const { clock_time_get } = wasi.wasiImport as {
    clock_time_get(clock: number, precision: bigint, at: number): number;
  };
  const answer = new DataView(memory.buffer);
  return () => {
    const failure = clock_time_get(THREAD_CPU_TIME, 0n, 0);
    if (failure) throw new Error(`This system has no clock of a thread's CPU time (WASI error ${failure}).`);
    return Number(answer.getBigUint64(0, true)) / 1e6;
  };
}

/** A reading that is older says too little about when a call began. */
const STALE_MS = 25;
/** What took no longer by the clock on the wall needs no reading to be called quick. */
const QUICK_MS = 10;

export type CpuMeter = {
  begin(): void;
  /** Whether so much CPU time was used since it began. */
  hasUsed(ms: number): boolean;
  /** CPU time since it began. `cpuMs` is the last reading of the clock. */
  end(): { durationMs: number; cpuMs: number };
};

/**
 * Measures calls by a clock of CPU time that is read as seldom as can be, because that costs some microseconds: nothing
 * uses more CPU time than passes on the wall. In doubt, by a few milliseconds, it errs for the call.
 */
export function createCpuMeter(cpuClock: () => number): CpuMeter {
  let cpuMs = cpuClock();
  let readAt = performance.now();
  let begunAt = readAt;
  let cpuAtBegin = cpuMs;
  const read = () => {
    cpuMs = cpuClock();
    readAt = performance.now();
  };
  return {
    begin() {
      if (performance.now() - readAt > STALE_MS) read();
      begunAt = performance.now();
      cpuAtBegin = cpuMs + begunAt - readAt;
    },
    hasUsed(ms) {
      if (performance.now() - begunAt <= ms) return false;
      read();
      return cpuMs - cpuAtBegin > ms;
    },
    end() {
      const sinceMs = performance.now() - begunAt;
      if (sinceMs <= QUICK_MS) return { durationMs: sinceMs, cpuMs };
      read();
      return { durationMs: Math.max(0, Math.min(sinceMs, cpuMs - cpuAtBegin)), cpuMs };
    },
  };
}
