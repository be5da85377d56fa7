import type { Cleanup } from "@/bench/cleanup";
import { limitCpu } from "@/bench/cpu-limit";
import { addUp } from "@/bench/ledger";
import type { LoadResult } from "@/bench/load/record";
import { toOutcome } from "@/bench/outcome";
import { measureFullSpeed, measureYardstick, warmUp } from "@/bench/phases";
import type { Scenario, Settings, SummaryRow } from "@/bench/scenario";
import { checkCompleteness, waitUntilSettled } from "@/bench/settle";
import { type Stage, setStage } from "@/bench/stage";
import { count, ratio } from "@/bench/table";

const MANY = 2;
const TURNS = 2;
const WARM_UP_SECONDS = 4;
const SETTLE_MS = 60_000;
/** The share of a core for each process: a server is slow then, and its database has cores left. */
const SMALL_SHARE = 0.25;

type Runner = { name: string; stage: Stage; loads: LoadResult[]; free: number[]; bounded: number[] };

/** Deliveries a second, of one process and of many. */
type Pair = { one: number; many: number };

/**
 * A copy in one process and one in two, in turns: on the same cores, and with a small share of a core for each process,
 * so that the database has cores left on any machine.
 */
export const processes: Scenario = async (settings, { cleanup, say, command }) => {
  say("Yardstick…");
  const yardstickRps = await measureYardstick(settings.connections, Math.min(5, settings.seconds));
  say("Starting a copy in one process…");
  const one = await start(1, settings, cleanup);
  say(`Starting a copy in ${MANY} processes…`);
  const many = await start(MANY, settings, cleanup);
  const runners = [one, many];
  await inTurns(runners, async (runner, turn) => {
    say(`On the same cores, ${turn}, for ${settings.seconds} s…`);
    runner.free.push(await measure(runner, settings));
  });
  const undo = runners.map(({ stage }) => limitCpu(serving(stage), SMALL_SHARE));
  for (const lift of undo) cleanup.defer(() => lift?.());
  const isBounded = undo.every((lift) => lift !== null);
  if (isBounded) {
    await inTurns(runners, async (runner, turn) => {
      say(`With ${SMALL_SHARE} of a core each, ${turn}, for ${settings.seconds} s…`);
      runner.bounded.push(await measure(runner, settings));
    });
  } else say("No share of a core can be given here: that takes root and control groups.");
  for (const lift of undo) lift?.();

  say("Comparing what was accepted with what arrived…");
  const parts = [];
  for (const { stage, loads } of runners) {
    await waitUntilSettled(stage, SETTLE_MS);
    parts.push(await checkCompleteness(stage, loads));
  }
  const free = { one: best(one.free), many: best(many.free) };
  const bounded = isBounded ? { one: best(one.bounded), many: best(many.bounded) } : null;
  return toOutcome({
    scenario: "processes",
    command,
    yardstickRps,
    completeness: addUp(parts),
    figures: {
      one_rps: one.free.map(Math.round),
      two_rps: many.free.map(Math.round),
      share_of_a_core: SMALL_SHARE,
      one_bounded_rps: one.bounded.map(Math.round),
      two_bounded_rps: many.bounded.map(Math.round),
      seconds: settings.seconds,
    },
    rows: [...rowsOfFree(free, yardstickRps), ...(bounded ? rowsOfBounded(bounded, yardstickRps) : [])],
    summary: [
      summarize(`${MANY} processes on the same cores, beside one`, free, yardstickRps),
      ...(bounded ? [summarize(BOUNDED, bounded, yardstickRps)] : []),
    ],
  });
};

async function start(number: number, settings: Settings, cleanup: Cleanup): Promise<Runner> {
  const stage = await setStage(cleanup, { settings: { HOOKYARD_PROCESSES: String(number) } });
  const loads = [await warmUp(stage, settings, WARM_UP_SECONDS)];
  return { name: `${number}`, stage, loads, free: [], bounded: [] };
}

/** Each runner after the other, and that again. */
async function inTurns(runners: readonly Runner[], run: (runner: Runner, turn: string) => Promise<void>) {
  for (let turn = 1; turn <= TURNS; turn += 1) {
    for (const runner of runners) await run(runner, `turn ${turn}, in ${runner.name}`);
  }
}

async function measure({ stage, loads }: Runner, settings: Settings): Promise<number> {
  const from = loads.reduce((sum, { dueAt }) => sum + dueAt.length, 0);
  const full = await measureFullSpeed(stage, from, settings);
  loads.push(full.load);
  return full.deliveredRps;
}

const BOUNDED = `${MANY} processes with ${SMALL_SHARE} of a core each, beside one with that`;

function rowsOfFree({ one, many }: Pair, yardstickRps: number): [string, string][] {
  return [
    ["delivered by one process", tell(one, yardstickRps)],
    [`by ${MANY} on the same cores`, `${tell(many, yardstickRps)}, ${times(one, many)}`],
  ];
}

function rowsOfBounded({ one, many }: Pair, yardstickRps: number): [string, string][] {
  return [
    [`by one with ${SMALL_SHARE} of a core`, tell(one, yardstickRps)],
    [`by ${MANY} with as much each`, `${tell(many, yardstickRps)}, ${times(one, many)}`],
  ];
}

function summarize(what: string, { one, many }: Pair, yardstickRps: number): SummaryRow {
  return { what, figure: times(one, many), ratio: ratio(many, yardstickRps) };
}

const tell = (rps: number, yardstickRps: number) =>
  `${count(Math.round(rps))}/s, ${ratio(rps, yardstickRps)} of the yardstick`;

const times = (from: number, to: number) => `${(to / from).toFixed(2)} times`;

/** The serving processes; the leader of several only leads. */
function serving({ copy }: Stage): number[] {
  const { server, members } = copy.pids();
  return members.length > 0 ? members : [server];
}

const best = (turns: readonly number[]) => Math.max(...turns);
