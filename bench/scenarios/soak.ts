import { sampleMemory } from "@/bench/meter";
import { toOutcome } from "@/bench/outcome";
import { measureSteady, measureYardstick, warmUp } from "@/bench/phases";
import type { Scenario } from "@/bench/scenario";
import { checkCompleteness, waitUntilSettled } from "@/bench/settle";
import { setStage } from "@/bench/stage";
import { count, ms } from "@/bench/table";

const RATE = 500;
const PARTS = 6;
/** The first part is left out: caches fill and code is compiled. */
const FIRST = 1;
const MAX_GROWTH = 1.1;
const WARM_UP_SECONDS = 10;
const SETTLE_MS = 60_000;

/** Single events at a steady rate for long, watching whether the server's memory stays constant. */
export const soak: Scenario = async (settings, { cleanup, say, command }) => {
  const yardstickRps = await measureYardstick(settings.connections, 5);
  const stage = await setStage(cleanup, {});
  const warm = await warmUp(stage, settings, WARM_UP_SECONDS);
  say(`${RATE}/s for ${settings.seconds} s…`);
  const stopSampling = sampleMemory(() => stage.copy.pids().server, 1_000);
  cleanup.defer(stopSampling);
  const steady = await measureSteady(stage, warm.dueAt.length, { seconds: settings.seconds, rate: RATE });
  const samples = stopSampling();
  await waitUntilSettled(stage, SETTLE_MS);
  const size = Math.ceil(samples.length / PARTS);
  const parts = Array.from({ length: PARTS }, (_, part) => average(samples.slice(part * size, (part + 1) * size)));
  const settled = parts.slice(FIRST).map(Math.round);
  const growth = (settled.at(-1) ?? 0) / (settled[0] ?? 1);
  const outcome = toOutcome({
    scenario: "soak",
    command,
    yardstickRps,
    completeness: await checkCompleteness(stage, [warm, steady.load]),
    figures: { rate: RATE, memory_mb: settled, growth, e2e_ms: steady.latency, seconds: settings.seconds },
    rows: [
      ["memory of the server, from part to part", `${settled.join(" ")} MB`],
      [`end to end at ${RATE}/s`, ms(steady.latency)],
    ],
    summary: [
      {
        what: `Memory over ${count(Math.round(settings.seconds / 60))} minutes at ${RATE}/s`,
        figure: `${settled[0]} → ${settled.at(-1)} MB`,
        ratio: "",
      },
    ],
  });
  return { ...outcome, complaint: growth > MAX_GROWTH ? "The server's memory grew by more than a tenth." : null };
};

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
