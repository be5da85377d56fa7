import { setTimeout as pause } from "node:timers/promises";
import type { EchoCalls } from "@/bench/echo.process";
import { type Percentiles, percentiles } from "@/bench/latency";
import type { LoadResult } from "@/bench/load/record";
import type { LoadCalls } from "@/bench/load.process";
import { type CpuUse, startCpuMeter } from "@/bench/meter";
import { startProcess } from "@/bench/process";
import type { Stage } from "@/bench/stage";

/** How hard the load presses at full speed. */
export type Pressure = { connections: number; outstanding: number };

export type Steady = {
  load: LoadResult;
  /** When each delivery arrived; 0 if it did not. */
  arrivedAt: Float64Array;
  latency: Percentiles;
  answerLatency: Percentiles;
  cpu: CpuUse;
};

export type FullSpeed = {
  load: LoadResult;
  ingestRps: number;
  deliveredRps: number;
  latency: Percentiles;
  /** From the request until its answer. */
  answerLatency: Percentiles;
  /** Accepted and not delivered, each second. */
  backlog: number[];
  cpu: CpuUse;
  refused: number;
};

export const STEADY_RATE = 200;
export const BRISK_RATE = 2_000;
const SAMPLE_MS = 1_000;
const DRAIN_MS = 180_000;

/** Measures how many requests a second a bare `node:http` echo answers under the same load. */
export async function measureYardstick(connections: number, seconds: number): Promise<number> {
  const echo = startProcess<EchoCalls>("echo.process.ts");
  const load = startProcess<LoadCalls>("load.process.ts");
  try {
    const target = { url: await echo.call("listen") };
    const plan = { target, firstNumber: 0, connections, rate: "full" } as const;
    await load.call("run", { ...plan, seconds: 1 });
    const { statuses } = await load.call("run", { ...plan, seconds });
    return statuses.filter((status) => status === 200).length / seconds;
  } finally {
    await Promise.all([echo.end(), load.end()]);
  }
}

/** Full speed until everything is compiled and every connection open; measures nothing. */
export async function warmUp(
  stage: Stage,
  { connections, outstanding }: Pressure,
  seconds: number,
  firstNumber = 0,
): Promise<LoadResult> {
  const before = await stage.receiver.call("progress");
  const load = await stage.load.call("run", {
    target: stage.target,
    firstNumber,
    connections,
    seconds,
    rate: "full",
    bound: boundOf(stage, outstanding),
  });
  await waitForArrivals(stage, before + countAccepted(load) * stage.lanes, 10_000);
  return load;
}

/** Measures at a steady rate: from an event's due time until its answer, and until each of its lanes had it. */
export async function measureSteady(
  stage: Stage,
  firstNumber: number,
  { seconds, rate = STEADY_RATE }: { seconds: number; rate?: number },
): Promise<Steady> {
  const before = await stage.receiver.call("progress");
  const stopMeter = startCpuMeter(() => partiesOf(stage));
  const load = await stage.load.call("run", { target: stage.target, firstNumber, connections: 64, seconds, rate });
  const cpu = stopMeter(load.dueAt.length);
  await waitForArrivals(stage, before + countAccepted(load) * stage.lanes, 10_000);
  const arrivedAt = await readArrivals(stage, load);
  return {
    load,
    arrivedAt,
    latency: percentiles(elapsed(load.dueAt, arrivedAt)),
    answerLatency: percentiles(elapsed(load.dueAt, load.answeredAt)),
    cpu,
  };
}

/**
 * Measures the throughput while no more than `outstanding` events are accepted and not delivered, after `leadSeconds` of
 * the same load.
 */
export async function measureFullSpeed(
  stage: Stage,
  firstNumber: number,
  { connections, outstanding, seconds, leadSeconds = 0 }: Pressure & { seconds: number; leadSeconds?: number },
): Promise<FullSpeed> {
  const { receiver, lanes } = stage;
  const before = await receiver.call("progress");
  const backlog: number[] = [];
  const sampler = setInterval(async () => {
    const [{ accepted }, arrived] = await Promise.all([stage.load.call("progress"), receiver.call("progress")]);
    backlog.push(accepted - Math.floor((arrived - before) / lanes));
  }, SAMPLE_MS);
  const stopMeter = startCpuMeter(() => partiesOf(stage));
  const load = await stage.load
    .call("run", {
      target: stage.target,
      firstNumber,
      connections,
      seconds: leadSeconds + seconds,
      rate: "full",
      ...(Number.isFinite(outstanding) && { bound: boundOf(stage, outstanding) }),
    })
    .finally(() => clearInterval(sampler));
  const cpu = stopMeter((await receiver.call("progress")) - before);
  await waitForArrivals(stage, before + countAccepted(load) * lanes, DRAIN_MS);
  const arrivedAt = await readArrivals(stage, load);
  const from = load.startedAt + leadSeconds * 1_000;
  const isInside = (at: number) => at > from && at <= load.endedAt;
  return {
    load,
    ingestRps: load.answeredAt.filter((at, place) => isInside(at) && isAccepted(load, place)).length / seconds,
    deliveredRps: arrivedAt.filter(isInside).length / seconds,
    latency: percentiles(elapsed(load.dueAt, arrivedAt)),
    answerLatency: percentiles(elapsed(load.dueAt, load.answeredAt)),
    backlog,
    cpu,
    refused: load.statuses.filter((_, place) => !isAccepted(load, place)).length,
  };
}

/** When each delivery of these events arrived, event by event and within each lane by lane. */
async function readArrivals({ receiver, lanes }: Stage, { firstNumber, dueAt }: LoadResult): Promise<Float64Array> {
  const range = { from: firstNumber * lanes, to: (firstNumber + dueAt.length) * lanes };
  return (await receiver.call("arrivals", range)).arrivedAt;
}

function boundOf({ receiverUrl, lanes }: Stage, outstanding: number) {
  return { outstanding, progressUrl: receiverUrl, deliveriesPerEvent: lanes };
}

async function waitForArrivals({ receiver }: Stage, count: number, patienceMs: number): Promise<void> {
  const end = Date.now() + patienceMs;
  while ((await receiver.call("progress")) < count && Date.now() < end) await pause(20);
}

function partiesOf({ copy, load, receiver }: Stage): Record<string, number[]> {
  const { server, members, postgres } = copy.pids();
  return { server: [server, ...members], postgres, load: [load.pid], receiver: [receiver.pid], bench: [process.pid] };
}

function isAccepted({ statuses }: LoadResult, place: number): boolean {
  const status = statuses[place] ?? 0;
  return status >= 200 && status < 300;
}

function countAccepted(load: LoadResult): number {
  return load.statuses.filter((_, place) => isAccepted(load, place)).length;
}

/** The durations of those that ended; each of `from` has as many of `to` as it has lanes. */
function elapsed(from: Float64Array, to: Float64Array): number[] {
  const lanes = to.length / Math.max(1, from.length);
  return Array.from(to, (at, place) => (at === 0 ? -1 : at - (from[Math.floor(place / lanes)] ?? 0))).filter(
    (ms) => ms >= 0,
  );
}
