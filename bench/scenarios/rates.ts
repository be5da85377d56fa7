import type { Cleanup } from "@/bench/cleanup";
import { addUp } from "@/bench/ledger";
import type { LoadResult } from "@/bench/load/record";
import type { CpuUse } from "@/bench/meter";
import { toOutcome } from "@/bench/outcome";
import { measureFullSpeed, measureSteady, measureYardstick, warmUp } from "@/bench/phases";
import type { Scenario, Settings } from "@/bench/scenario";
import { type Counted, difference, perEvent, tellCounts } from "@/bench/server-counts";
import {
  type Idle,
  idleRateOf,
  measureIdle,
  openSide,
  readCountsOf,
  tellIdle,
  withProjects,
} from "@/bench/server-sides";
import { openOneServer, openThreeServers, type Servers } from "@/bench/servers";
import { checkCompleteness, waitUntilSettled } from "@/bench/settle";
import type { Stage } from "@/bench/stage";
import { count } from "@/bench/table";

const PROJECTS = 12;
/** Events a second; and as many as it can take. */
const RATES = [100, 300, 1_000, "full"] as const;
/** The part of `--seconds` for each rate. */
const PART_OF_SECONDS = 0.5;
const WARM_UP_SECONDS = 6;
const SETTLE_MS = 60_000;

type Rate = (typeof RATES)[number];
type Found = { rate: Rate; cpu: CpuUse; counted: Counted };
type Side = { name: string; stage: Stage; loads: LoadResult[]; found: Found[]; idle: Idle };

/**
 * What an event costs the copy and its database at several rates, on one PostgreSQL and on three servers of Citus: what a
 * second brings is written in batches, and the fewer events share one, the more each costs.
 */
export const rates: Scenario = async (settings, { cleanup, say, command }) => {
  say("Yardstick…");
  const yardstickRps = await measureYardstick(settings.connections, Math.min(5, settings.seconds));
  const sides: Side[] = [];
  for (const [name, open] of [
    ["one server", openOneServer],
    ["three servers", openThreeServers],
  ] as const) {
    say(`${name}: starting…`);
    sides.push(await measureSide(cleanup, await open(cleanup), name, settings, (line) => say(`${name}: ${line}`)));
  }
  say("Comparing what was accepted with what arrived…");
  return toOutcome({
    scenario: "rates",
    command,
    yardstickRps,
    completeness: addUp(await Promise.all(sides.map(({ stage, loads }) => checkCompleteness(stage, loads)))),
    figures: Object.fromEntries(sides.map((side) => [side.name.replace(" ", "_"), toFigures(side)])),
    rows: sides.flatMap(toRowsOf),
    summary: [],
  });
};

async function measureSide(
  cleanup: Cleanup,
  servers: Servers,
  name: string,
  settings: Settings,
  say: (line: string) => void,
): Promise<Side> {
  const seconds = Math.max(1, Math.round(settings.seconds * PART_OF_SECONDS));
  const stage = await withProjects(await openSide(cleanup, servers), PROJECTS);
  say("warming up…");
  const loads = [await warmUp(stage, settings, WARM_UP_SECONDS)];
  const found: Found[] = [];
  for (const rate of RATES) {
    await waitUntilSettled(stage, SETTLE_MS);
    say(`${tellRate(rate)} for ${seconds} s…`);
    const firstNumber = loads.reduce((sum, { dueAt }) => sum + dueAt.length, 0);
    const before = await readCountsOf(stage);
    const { load, cpu } =
      rate === "full"
        ? await measureFullSpeed(stage, firstNumber, { ...settings, seconds })
        : await measureSteady(stage, firstNumber, { seconds, rate });
    const counts = difference(await readCountsOf(stage), before);
    loads.push(load);
    found.push({ rate, cpu, counted: { events: load.dueAt.length, counts } });
  }
  await waitUntilSettled(stage, SETTLE_MS);
  say("idle…");
  return { name, stage, loads, found, idle: await measureIdle(stage) };
}

function toFigures({ found, idle }: Side) {
  return {
    rates: found.map(({ rate, cpu, counted }) => ({
      rate,
      events_per_second: attained(counted),
      ...costOf(cpu),
      others_cpu_percent: cpu.othersPercent,
      per_event: perEvent(counted),
    })),
    idle_cpu_percent: idle.cpuPercent,
    idle_statements_per_second: idleRateOf(idle),
  };
}

function toRowsOf({ name, found, idle }: Side): (readonly [string, string])[] {
  return [
    ...found.map(({ rate, cpu, counted }) => {
      const { copy_us, main_thread_us, database_us } = costOf(cpu);
      const at = `${tellRate(rate)}, ${count(attained(counted))}/s`;
      return [
        `${name}, ${at}`,
        `copy ${copy_us} (main thread ${main_thread_us}) · database ${database_us} µs · ${tellCounts(counted)}`,
      ] as const;
    }),
    [`${name}, idle`, tellIdle(idle)],
  ];
}

function costOf({ perEventUs, mainThreadUs }: CpuUse) {
  const round = (us = 0) => Math.round(us);
  return {
    copy_us: round(perEventUs.server),
    main_thread_us: round(mainThreadUs.server),
    database_us: round(perEventUs.postgres),
  };
}

/** Events a second, from the first one's request until the last one's delivery: fewer than asked for, where that is too much. */
const attained = ({ events, counts }: Counted) => Math.round(events / counts.seconds);

const tellRate = (rate: Rate) => (rate === "full" ? "full speed" : `${count(rate)} a second`);
