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
  const answer = new DataView(memory.buffer);
  return () => {
    const failure = wasi.wasiImport.clock_time_get(THREAD_CPU_TIME, 0n, 0);
    if (failure) throw new Error(`This system has no clock of a thread's CPU time (WASI error ${failure}).`);
    return Number(answer.getBigUint64(0, true)) / 1e6;
  };
}
