import type { CpuUse } from "@/bench/meter";
import { toOutcome } from "@/bench/outcome";
import { type FullSpeed, measureFullSpeed, measureYardstick, warmUp } from "@/bench/phases";
import { profileCopy } from "@/bench/profile";
import type { Scenario } from "@/bench/scenario";
import { checkCompleteness, waitUntilSettled } from "@/bench/settle";
import { connectSource, type Stage, setStage } from "@/bench/stage";
import { count, ms, ratio } from "@/bench/table";

const WARM_UP_SECONDS = 4;
/** Each variant is measured this often, in turns, so that other load of the machine affects both alike. */
const TURNS = 3;
const SETTLE_MS = 60_000;
const SMALL_FUNCTION = `function transform(payload) {
  payload.data.total_in_euro = payload.data.total / 100;
  return payload;
}`;

/** Single events by HTTP, each to one endpoint: from a source without functions, and from one with a small body_function. */
export const functions: Scenario = async (settings, { cleanup, say, command }) => {
  const seconds = Math.max(1, Math.round(settings.seconds / TURNS));
  say("Yardstick…");
  const yardstickRps = await measureYardstick(settings.connections, Math.min(5, settings.seconds));
  say("Starting a copy…");
  const plain = await setStage(cleanup, { isInspected: settings.profileFile !== null });
  const url = await connectSource(plain.project, [plain.receiverUrl], {
    name: "With a function",
    bodyFunction: SMALL_FUNCTION,
  });
  const changing: Stage = { ...plain, target: { url } };
  say("Warming up…");
  const loads = [await warmUp(plain, settings, WARM_UP_SECONDS)];
  const nextNumber = () => loads.reduce((sum, { dueAt }) => sum + dueAt.length, 0);
  const measure = async (stage: Stage) => {
    const full = await measureFullSpeed(stage, nextNumber(), { ...settings, seconds });
    loads.push(full.load);
    return full;
  };
  await measure(changing);
  const without: FullSpeed[] = [];
  const withFunction: FullSpeed[] = [];
  const stopProfile = await profileCopy(plain.copy, settings.profileFile);
  for (let turn = 1; turn <= TURNS; turn += 1) {
    say(`Turn ${turn} of ${TURNS}: ${seconds} s without, ${seconds} s with a function…`);
    without.push(await measure(plain));
    withFunction.push(await measure(changing));
  }
  await stopProfile?.();
  say("Comparing what was accepted with what arrived…");
  await waitUntilSettled(plain, SETTLE_MS);
  const [plainRps, changedRps] = [median(without.map(rpsOf)), median(withFunction.map(rpsOf))];
  const share = (rps: number) => `${count(rps)}/s, ${ratio(rps, yardstickRps)} of the yardstick`;
  const others = Math.round(Math.max(...[...without, ...withFunction].map(({ cpu }) => cpu.othersPercent ?? 0)));
  const kept = changedRps / plainRps;
  return toOutcome({
    scenario: "functions",
    command,
    yardstickRps,
    completeness: await checkCompleteness(plain, loads),
    figures: {
      plain: { delivered_rps: plainRps, turns: without.map(rpsOf), cpu_us_per_event: cpuOf(without) },
      with_function: {
        delivered_rps: changedRps,
        turns: withFunction.map(rpsOf),
        cpu_us_per_event: cpuOf(withFunction),
      },
      others_cpu_percent: others,
      ratio: Math.round(kept * 1_000) / 1_000,
      seconds,
    },
    rows: [
      ["without a function", share(plainRps)],
      ["with a small body_function", share(changedRps)],
      ["with to without", `${(kept * 100).toFixed(1)} %`],
      ["CPU of an event, without", toCpuText(cpuOf(without))],
      ["CPU of an event, with", toCpuText(cpuOf(withFunction))],
      ["CPU taken by others", `at most ${others} %`],
      ["end to end at full speed, with", ms((withFunction.at(-1) as FullSpeed).latency)],
    ],
    summary: [
      {
        what: `Single webhooks with a small function, ${Math.round(kept * 100)} % of those without in the same run`,
        figure: `${count(changedRps)}/s`,
        ratio: ratio(changedRps, yardstickRps),
      },
    ],
  });
};

function rpsOf({ deliveredRps }: FullSpeed): number {
  return Math.round(deliveredRps);
}

/** Who uses CPU for an event, in microseconds. */
const PARTS: Record<string, (cpu: CpuUse) => number> = {
  "server's main thread": ({ mainThreadUs }) => mainThreadUs.server ?? 0,
  "its other threads": ({ perEventUs, mainThreadUs }) => (perEventUs.server ?? 0) - (mainThreadUs.server ?? 0),
  PostgreSQL: ({ perEventUs }) => perEventUs.postgres ?? 0,
  "load and receiver": ({ perEventUs }) => (perEventUs.load ?? 0) + (perEventUs.receiver ?? 0),
};

function cpuOf(turns: readonly FullSpeed[]): Record<string, number> {
  const of = (use: (cpu: CpuUse) => number) => Math.round(median(turns.map(({ cpu }) => use(cpu))));
  return Object.fromEntries(Object.entries(PARTS).map(([name, use]) => [name, of(use)]));
}

function toCpuText(parts: Record<string, number>): string {
  const named = Object.entries(parts).map(([name, us]) => `${name} ${us}`);
  return `${named.join(" · ")} µs`;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
