import { toOutcome } from "@/bench/outcome";
import { measureFullSpeed, measureYardstick, warmUp } from "@/bench/phases";
import { profileCopy } from "@/bench/profile";
import type { Scenario } from "@/bench/scenario";
import { checkCompleteness, waitUntilSettled } from "@/bench/settle";
import { setStage } from "@/bench/stage";
import { count, ms, ratio } from "@/bench/table";

const BATCH = 100;
const CONNECTIONS = 8;
const WARM_UP_SECONDS = 4;
const SETTLE_MS = 120_000;

/** Requests of a hundred events each to an outgoing project, as fast as they are answered; then the backlog drains. */
export const batch: Scenario = async (settings, { cleanup, say, command }) => {
  say("Yardstick…");
  const yardstickRps = await measureYardstick(settings.connections, Math.min(5, settings.seconds));
  say("Starting a copy…");
  const stage = await setStage(cleanup, { batch: BATCH, isInspected: settings.profileFile !== null });
  say("Warming up…");
  const pressure = { connections: CONNECTIONS, outstanding: 20 * BATCH };
  const warm = await warmUp(stage, pressure, WARM_UP_SECONDS);
  say(`Batches of ${BATCH} for ${settings.seconds} s, then until they are delivered…`);
  const stopProfile = await profileCopy(stage.copy, settings.profileFile);
  const full = await measureFullSpeed(stage, warm.dueAt.length, {
    ...pressure,
    outstanding: Number.POSITIVE_INFINITY,
    seconds: settings.seconds,
  });
  const profile = await stopProfile?.();
  say("Comparing what was accepted with what arrived…");
  await waitUntilSettled(stage, SETTLE_MS);
  const rps = Math.round(full.ingestRps);
  const delivered = Math.round(full.deliveredRps);
  return toOutcome({
    scenario: "batch",
    command,
    yardstickRps,
    completeness: await checkCompleteness(stage, [warm, full.load]),
    figures: {
      batch: BATCH,
      ingest_rps: rps,
      delivered_rps: delivered,
      answer_ms: full.answerLatency,
      refused: full.refused,
      seconds: settings.seconds,
    },
    rows: [
      [`accepted in batches of ${BATCH}`, `${count(rps)}/s, ${ratio(rps, yardstickRps)} of the yardstick`],
      ["delivered meanwhile", `${count(delivered)}/s`],
      ["answer to a batch", ms(full.answerLatency)],
      ["refused", count(full.refused)],
    ],
    profile,
    summary: [
      { what: `Events accepted in batches of ${BATCH}`, figure: `${count(rps)}/s`, ratio: ratio(rps, yardstickRps) },
    ],
  });
};
