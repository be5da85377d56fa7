import { toOutcome } from "@/bench/outcome";
import { measureFullSpeed, measureYardstick, warmUp } from "@/bench/phases";
import type { Scenario } from "@/bench/scenario";
import { checkCompleteness, waitUntilSettled } from "@/bench/settle";
import { setStage } from "@/bench/stage";
import { count, ms, ratio } from "@/bench/table";

const LANES = 100;
const PRESSURE = { connections: 8, outstanding: 16 };
const WARM_UP_SECONDS = 4;
const SETTLE_MS = 60_000;

/** Single events by HTTP, each to a hundred endpoints. */
export const fanout: Scenario = async (settings, { cleanup, say, command }) => {
  say("Yardstick…");
  const yardstickRps = await measureYardstick(settings.connections, Math.min(5, settings.seconds));
  say("Starting a copy…");
  const stage = await setStage(cleanup, { lanes: LANES });
  say("Warming up…");
  const warm = await warmUp(stage, PRESSURE, WARM_UP_SECONDS);
  say(`1 → ${LANES} for ${settings.seconds} s…`);
  const full = await measureFullSpeed(stage, warm.dueAt.length, { ...PRESSURE, seconds: settings.seconds });
  say("Comparing what was accepted with what arrived…");
  await waitUntilSettled(stage, SETTLE_MS);
  const rps = Math.round(full.deliveredRps);
  return toOutcome({
    scenario: "fanout",
    command,
    yardstickRps,
    completeness: await checkCompleteness(stage, [warm, full.load]),
    figures: {
      lanes: LANES,
      ingest_rps: Math.round(full.ingestRps),
      delivered_rps: rps,
      full_speed_ms: full.latency,
      seconds: settings.seconds,
    },
    rows: [
      [`deliveries, ${LANES} of each event`, `${count(rps)}/s, ${ratio(rps, yardstickRps)} of the yardstick`],
      ["end to end, each delivery", ms(full.latency)],
    ],
    summary: [
      { what: `Deliveries at a fan-out of 1 → ${LANES}`, figure: `${count(rps)}/s`, ratio: ratio(rps, yardstickRps) },
    ],
  });
};
