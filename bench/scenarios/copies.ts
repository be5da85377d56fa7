import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { type Copy, startCopy } from "@/bench/copy";
import { startCpuMeter } from "@/bench/meter";
import { toOutcome } from "@/bench/outcome";
import { measureFullSpeed, measureSteady, measureYardstick, warmUp } from "@/bench/phases";
import type { Scenario } from "@/bench/scenario";
import { checkCompleteness, waitUntilSettled } from "@/bench/settle";
import { setStage } from "@/bench/stage";
import { count, ms, ratio } from "@/bench/table";
import { median } from "@/bench/turns";

const MANY = 4;
const WARM_UP_SECONDS = 6;
const STEADY_SECONDS = 10;
const SETTLE_MS = 60_000;
const TURNS = 4;
/** A worker that was not seen for six seconds has no turn, as the others know with their next beat, two later at most. */
const ALONE_SECONDS = 8;

type Turn = { rps: number; cpuUs: number };

/**
 * A web copy that receives and workers that deliver, each a process: one of them in turns with four. Those that are not
 * measured stand still, so that all are warm alike, and what else the machine does falls on both.
 */
export const copies: Scenario = async (settings, { cleanup, say, command }) => {
  say("Yardstick…");
  const yardstickRps = await measureYardstick(settings.connections, Math.min(5, settings.seconds));
  say(`Starting a web copy and ${MANY} workers…`);
  const secret = { HOOKYARD_SECRET: randomBytes(32).toString("hex") };
  const stage = await setStage(cleanup, { settings: { ...secret, HOOKYARD_ROLE: "web" } });
  const work = { ...secret, HOOKYARD_ROLE: "worker", DATABASE_URL: stage.copy.databaseUrl() };
  const workers: Copy[] = [];
  while (workers.length < MANY) workers.push(await startCopy(cleanup, { settings: work }));
  say("Warming up…");
  const loads = [await warmUp(stage, settings, WARM_UP_SECONDS * MANY)];
  const nextNumber = () => loads.reduce((sum, { dueAt }) => sum + dueAt.length, 0);
  /** Measures with so many of the workers. */
  const among = async <T>(number: number, measure: () => Promise<T>): Promise<T> => {
    await waitUntilSettled(stage, SETTLE_MS);
    const resumes = workers.slice(number).map((worker) => worker.pauseServer());
    try {
      const measured = await measure();
      // A worker that stands still could settle nothing.
      await waitUntilSettled(stage, SETTLE_MS);
      return measured;
    } finally {
      for (const resume of resumes) resume();
    }
  };
  const seconds = Math.max(1, Math.round(settings.seconds / TURNS));
  const measure = async (): Promise<Turn> => {
    const stopMeter = startCpuMeter(() => ({ workers: workers.map((worker) => worker.pids().server) }));
    const full = await measureFullSpeed(stage, nextNumber(), { ...settings, seconds, leadSeconds: ALONE_SECONDS });
    const { workers: ofWorkers = 0 } = stopMeter(full.load.dueAt.length).perEventUs;
    loads.push(full.load);
    const { server = 0, postgres = 0 } = full.cpu.perEventUs;
    return { rps: full.deliveredRps, cpuUs: server + postgres + ofWorkers };
  };
  const found = new Map<number, Turn[]>([
    [1, []],
    [MANY, []],
  ]);
  for (let turn = 1; turn <= TURNS; turn += 1) {
    for (const number of turn % 2 === 1 ? [1, MANY] : [MANY, 1]) {
      say(`Turn ${turn} of ${TURNS}, of ${number}: ${ALONE_SECONDS + seconds} s…`);
      found.get(number)?.push(await among(number, measure));
    }
  }
  const steady = async () => {
    await pause(ALONE_SECONDS * 1_000);
    const { load, latency } = await measureSteady(stage, nextNumber(), { seconds: STEADY_SECONDS });
    loads.push(load);
    return latency;
  };
  say(`200/s, ${STEADY_SECONDS} s each…`);
  const latencies = { one: await among(1, steady), many: await among(MANY, steady) };
  say("Comparing what was accepted with what arrived…");
  await waitUntilSettled(stage, SETTLE_MS);
  const [one = [], many = []] = [found.get(1), found.get(MANY)];
  const kept = median(many.map(({ rps }, turn) => rps / (one[turn]?.rps ?? Number.NaN)));
  const [ofOne, ofMany] = [toFigures(one), toFigures(many)];
  const share = ({ delivered_rps: rps }: typeof ofOne) =>
    `${count(rps)}/s, ${ratio(rps, yardstickRps)} of the yardstick`;
  return toOutcome({
    scenario: "copies",
    command,
    yardstickRps,
    completeness: await checkCompleteness(stage, loads),
    figures: {
      one_worker: { ...ofOne, e2e_ms: latencies.one },
      four_workers: { ...ofMany, e2e_ms: latencies.many },
      ratio: Math.round(kept * 1_000) / 1_000,
      seconds,
    },
    rows: [
      ["delivered by one worker", share(ofOne)],
      ["CPU of an event with one", `${ofOne.cpu_us} µs`],
      ["end to end at 200/s with one", ms(latencies.one)],
      [`delivered by ${MANY} workers`, share(ofMany)],
      [`CPU of an event with ${MANY}`, `${ofMany.cpu_us} µs`],
      [`end to end at 200/s with ${MANY}`, ms(latencies.many)],
      [`${MANY} workers to one`, `${(kept * 100).toFixed(1)} %`],
    ],
    summary: [
      {
        what: "A web copy and 1 worker",
        figure: `${count(ofOne.delivered_rps)}/s`,
        ratio: ratio(ofOne.delivered_rps, yardstickRps),
      },
      {
        what: `A web copy and ${MANY} workers, on the same cores, ${Math.round(kept * 100)} % of one worker's in the same run`,
        figure: `${count(ofMany.delivered_rps)}/s`,
        ratio: ratio(ofMany.delivered_rps, yardstickRps),
      },
    ],
  });
};

function toFigures(turns: readonly Turn[]) {
  return {
    delivered_rps: Math.round(median(turns.map(({ rps }) => rps))),
    turns: turns.map(({ rps }) => Math.round(rps)),
    cpu_us: Math.round(median(turns.map(({ cpuUs }) => cpuUs))),
  };
}
