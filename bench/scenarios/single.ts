import { watchMemory } from "@/bench/meter";
import { BRISK_RATE, measureFullSpeed, measureSteady, measureYardstick, STEADY_RATE, warmUp } from "@/bench/phases";
import { profileCopy } from "@/bench/profile";
import { toFigures, toTable } from "@/bench/report";
import type { Scenario } from "@/bench/scenario";
import { checkCompleteness, waitUntilSettled } from "@/bench/settle";
import { setStage } from "@/bench/stage";
import { count, ms, ratio } from "@/bench/table";

const WARM_UP_SECONDS = 4;
const MAX_STEADY_SECONDS = 15;
const SETTLE_MS = 60_000;

/** Single events by HTTP, each to one endpoint. */
export const single: Scenario = async (settings, { cleanup, say, command }) => {
  const steadySeconds = Math.min(MAX_STEADY_SECONDS, settings.seconds);
  say("Yardstick…");
  const yardstickRps = await measureYardstick(settings.connections, Math.min(5, settings.seconds));
  say("Starting a copy…");
  const stage = await setStage(cleanup, { isInspected: settings.profileFile !== null });
  const memory = watchMemory(stage.copy.pids);
  cleanup.defer(memory);
  say("Warming up…");
  const warm = await warmUp(stage, settings, WARM_UP_SECONDS);
  say(`Steady for ${steadySeconds} s…`);
  const steady = await measureSteady(stage, warm.dueAt.length, { seconds: steadySeconds });
  say(`Brisk for ${steadySeconds} s…`);
  const briskFrom = warm.dueAt.length + steady.load.dueAt.length;
  const brisk = await measureSteady(stage, briskFrom, { seconds: steadySeconds, rate: BRISK_RATE });
  say(`Full speed for ${settings.seconds} s…`);
  const stopProfile = await profileCopy(stage.copy, settings.profileFile);
  const full = await measureFullSpeed(stage, briskFrom + brisk.load.dueAt.length, settings);
  const profile = await stopProfile?.();
  const peaks = memory();
  say("Comparing what was accepted with what arrived…");
  await waitUntilSettled(stage, SETTLE_MS);
  const completeness = await checkCompleteness(stage, [warm, steady.load, brisk.load, full.load]);
  const measured = { yardstickRps, steady, brisk, full, completeness, memory: peaks, settings, command, profile };
  const figures = toFigures(measured);
  return {
    figures,
    table: toTable(figures),
    summary: [
      {
        what: "Single webhooks, from HTTP to delivered",
        figure: `${count(figures.delivered_rps)}/s`,
        ratio: ratio(figures.delivered_rps, yardstickRps),
      },
      { what: `End to end at ${STEADY_RATE}/s`, figure: ms(figures.e2e_ms), ratio: "" },
      { what: `Answer at ${count(BRISK_RATE)}/s`, figure: ms(figures.brisk_answer_ms), ratio: "" },
    ],
    complaint: null,
  };
};
