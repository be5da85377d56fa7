import { cpuSeconds, memoryMb, residentMb } from "@/bench/process-tree";

/** Who shares the machine's cores. */
export type Parties = Record<string, number[]>;

/** CPU microseconds that each party used for each of `events`. */
export type CpuShares = Record<string, number>;

/** Measures CPU from now on; the function it gives tells what each party used for each of so many events. */
export function startCpuMeter(parties: Parties): (events: number) => CpuShares {
  const before = Object.entries(parties).map(([name, pids]) => ({ name, pids, seconds: cpuSeconds(pids) }));
  return (events) =>
    Object.fromEntries(
      before.map(({ name, pids, seconds }) => [name, ((cpuSeconds(pids) - seconds) * 1e6) / Math.max(1, events)]),
    );
}

/** The most memory that was seen, in MB; null where it cannot be seen. */
export type Peaks = { serverMb: number | null; postgresMb: number | null };

const SAMPLE_MS = 1_000;

/** Watches memory until the function it gives is called. */
export function watchMemory(pids: () => { server: number; postgres: number[] }): () => Peaks {
  const peaks: Peaks = { serverMb: null, postgresMb: null };
  const sample = () => {
    const { server, postgres } = pids();
    peaks.serverMb = larger(peaks.serverMb, residentMb(server));
    peaks.postgresMb = larger(peaks.postgresMb, memoryMb(postgres));
  };
  sample();
  const timer = setInterval(sample, SAMPLE_MS);
  return () => {
    clearInterval(timer);
    sample();
    return peaks;
  };
}

function larger(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}
