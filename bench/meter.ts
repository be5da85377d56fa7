import { cpuSeconds, machineCpu, mainThreadSeconds, memoryMb, residentMb } from "@/bench/processes";

/** The processes that share the machine's cores. */
export type Parties = Record<string, number[]>;

export type CpuUse = {
  /** CPU microseconds that each party used for each event. */
  perEventUs: Record<string, number>;
  /** The part of it that its processes' main threads used. */
  mainThreadUs: Record<string, number>;
  /** The share of all cores that others used; null if it is not visible. A large share spoils figures. */
  othersPercent: number | null;
  /** How many cores each party used; with `others` and `idle` where they are visible. */
  cores: Record<string, number>;
};

/**
 * Measures CPU from now on; the returned function reports the use for this many events. Processes that begin meanwhile
 * count too, and those that end as their parent's.
 */
export function startCpuMeter(parties: () => Parties): (events: number) => CpuUse {
  const used = () =>
    Object.entries(parties()).map(([name, pids]) => ({ name, all: cpuSeconds(pids), main: mainThreadSeconds(pids) }));
  const before = used();
  const machineBefore = machineCpu();
  const began = performance.now();
  return (events) => {
    const spent = used().map(({ name, all, main }, index) => ({
      name,
      all: all - (before[index]?.all ?? 0),
      main: main - (before[index]?.main ?? 0),
    }));
    const perEvent = (seconds: number) => (seconds * 1e6) / Math.max(1, events);
    const perEventUs = Object.fromEntries(spent.map(({ name, all }) => [name, perEvent(all)]));
    const mainThreadUs = Object.fromEntries(spent.map(({ name, main }) => [name, perEvent(main)]));
    const elapsed = (performance.now() - began) / 1_000;
    const cores = Object.fromEntries(spent.map(({ name, all }) => [name, all / elapsed]));
    const machine = machineCpu();
    if (!machine || !machineBefore) return { perEventUs, mainThreadUs, othersPercent: null, cores };
    const ours = spent.reduce((sum, { all }) => sum + all, 0);
    const busy = machine.busySeconds - machineBefore.busySeconds;
    const others = Math.max(0, busy - ours);
    const possible = machine.allSeconds - machineBefore.allSeconds;
    return {
      perEventUs,
      mainThreadUs,
      othersPercent: (others / possible) * 100,
      cores: { ...cores, others: others / elapsed, idle: (possible - busy) / elapsed },
    };
  };
}

/** The peak of memory, in MB; null if it is not visible. */
export type Peaks = { serverMb: number | null; postgresMb: number | null };

const SAMPLE_MS = 1_000;

/** Samples a process's resident megabytes, until the returned function is called. */
export function sampleMemory(pid: () => number, everyMs: number): () => number[] {
  const samples: number[] = [];
  const timer = setInterval(() => {
    const size = residentMb(pid());
    if (size !== null) samples.push(size);
  }, everyMs);
  return () => {
    clearInterval(timer);
    return samples;
  };
}

/** Reading PostgreSQL's shared pages costs its processes some milliseconds, which should not be measured with it. */
const POSTGRES_EVERY = 5;

/** Watches memory until the returned function is called. */
export function watchMemory(pids: () => { server: number; postgres: number[] }): () => Peaks {
  const peaks: Peaks = { serverMb: null, postgresMb: null };
  let samples = 0;
  const sample = () => {
    const { server, postgres } = pids();
    peaks.serverMb = larger(peaks.serverMb, residentMb(server));
    if (samples++ % POSTGRES_EVERY === 0) peaks.postgresMb = larger(peaks.postgresMb, memoryMb(postgres));
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
