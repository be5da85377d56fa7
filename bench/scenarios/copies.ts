import { randomBytes } from "node:crypto";
import { type Copy, startCopy } from "@/bench/copy";
import { toOutcome } from "@/bench/outcome";
import { measureFullSpeed, measureSteady, measureYardstick, warmUp } from "@/bench/phases";
import type { Scenario } from "@/bench/scenario";
import { checkCompleteness, waitUntilSettled } from "@/bench/settle";
import { setStage } from "@/bench/stage";
import { count, ms, ratio } from "@/bench/table";

const MANY = 4;
const WARM_UP_SECONDS = 4;
const STEADY_SECONDS = 10;
const SETTLE_MS = 60_000;

/** A web copy that receives and one worker that delivers, each a process; then the same with four workers. */
export const copies: Scenario = async (settings, { cleanup, say, command }) => {
  say("Yardstick…");
  const yardstickRps = await measureYardstick(settings.connections, Math.min(5, settings.seconds));
  say("Starting a web copy and a worker…");
  const secret = { HOOKYARD_SECRET: randomBytes(32).toString("hex") };
  const stage = await setStage(cleanup, { settings: { ...secret, HOOKYARD_ROLE: "web" } });
  const work = { ...secret, HOOKYARD_ROLE: "worker", DATABASE_URL: stage.copy.databaseUrl() };
  const workers: Copy[] = [await startCopy(cleanup, { settings: work })];
  say("Warming up…");
  const loads = [await warmUp(stage, settings, WARM_UP_SECONDS)];
  const nextNumber = () => loads.reduce((sum, { dueAt }) => sum + dueAt.length, 0);
  const measure = async () => {
    const steady = await measureSteady(stage, nextNumber(), { seconds: STEADY_SECONDS });
    loads.push(steady.load);
    const full = await measureFullSpeed(stage, nextNumber(), settings);
    loads.push(full.load);
    return { rps: Math.round(full.deliveredRps), e2e: steady.latency };
  };
  say(`One worker for ${STEADY_SECONDS + settings.seconds} s…`);
  const one = await measure();
  while (workers.length < MANY) workers.push(await startCopy(cleanup, { settings: work }));
  // Each has a part of the events, and is to be as warm as the one was.
  loads.push(await warmUp(stage, settings, WARM_UP_SECONDS * MANY, nextNumber()));
  say(`${MANY} workers for ${STEADY_SECONDS + settings.seconds} s…`);
  const many = await measure();
  say("Comparing what was accepted with what arrived…");
  await waitUntilSettled(stage, SETTLE_MS);
  const share = (rps: number) => `${count(rps)}/s, ${ratio(rps, yardstickRps)} of the yardstick`;
  return toOutcome({
    scenario: "copies",
    command,
    yardstickRps,
    completeness: await checkCompleteness(stage, loads),
    figures: {
      one_worker: { delivered_rps: one.rps, e2e_ms: one.e2e },
      four_workers: { delivered_rps: many.rps, e2e_ms: many.e2e },
      seconds: settings.seconds,
    },
    rows: [
      ["delivered by one worker", share(one.rps)],
      ["end to end at 200/s", ms(one.e2e)],
      [`delivered by ${MANY} workers`, share(many.rps)],
      ["end to end at 200/s", ms(many.e2e)],
    ],
    summary: [
      { what: "A web copy and 1 worker", figure: `${count(one.rps)}/s`, ratio: ratio(one.rps, yardstickRps) },
      {
        what: `A web copy and ${MANY} workers, on the same cores`,
        figure: `${count(many.rps)}/s`,
        ratio: ratio(many.rps, yardstickRps),
      },
    ],
  });
};
