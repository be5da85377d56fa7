import { limitCpu } from "@/bench/cpu-limit";
import { addUp } from "@/bench/ledger";
import type { LoadResult } from "@/bench/load/record";
import { toOutcome } from "@/bench/outcome";
import { measureFullSpeed, measureYardstick, warmUp } from "@/bench/phases";
import type { Scenario } from "@/bench/scenario";
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

/**
 * A copy in one process and one in two, in turns: on the same cores, and with a small share of a core for each process,
 * so that the database has cores left on any machine.
 */
export const processes: Scenario = async (settings, { cleanup, say, command }) => {
  say("Yardstick…");
  const yardstickRps = await measureYardstick(settings.connections, Math.min(5, settings.seconds));
  const runners: Runner[] = [];
  for (const number of [1, MANY]) {
    say(`Starting a copy in ${number === 1 ? "one process" : `${number} processes`}…`);
    const stage = await setStage(cleanup, { settings: { HOOKYARD_PROCESSES: String(number) } });
    const loads = [await warmUp(stage, settings, WARM_UP_SECONDS)];
    runners.push({ name: `${number}`, stage, loads, free: [], bounded: [] });
  }
  const measure = async ({ stage, loads }: Runner) => {
    const from = loads.reduce((sum, { dueAt }) => sum + dueAt.length, 0);
    const full = await measureFullSpeed(stage, from, settings);
    loads.push(full.load);
    return full.deliveredRps;
  };

  for (let turn = 1; turn <= TURNS; turn += 1) {
    for (const runner of runners) {
      say(`On the same cores, turn ${turn}, in ${runner.name}, for ${settings.seconds} s…`);
      runner.free.push(await measure(runner));
    }
  }
  const undo = runners.map(({ stage }) => limitCpu(serving(stage), SMALL_SHARE));
  for (const one of undo) cleanup.defer(() => one?.());
  const isBounded = undo.every((one) => one !== null);
  if (!isBounded) say("No share of a core can be given here: that takes root and control groups.");
  for (let turn = 1; isBounded && turn <= TURNS; turn += 1) {
    for (const runner of runners) {
      say(`With ${SMALL_SHARE} of a core each, turn ${turn}, in ${runner.name}, for ${settings.seconds} s…`);
      runner.bounded.push(await measure(runner));
    }
  }
  for (const one of undo) one?.();

  say("Comparing what was accepted with what arrived…");
  const parts = [];
  for (const { stage, loads } of runners) {
    await waitUntilSettled(stage, SETTLE_MS);
    parts.push(await checkCompleteness(stage, loads));
  }
  const [one, many] = runners as [Runner, Runner];
  const free = { one: best(one.free), many: best(many.free) };
  const bounded = isBounded ? { one: best(one.bounded), many: best(many.bounded) } : null;
  const tell = (rps: number) => `${count(Math.round(rps))}/s, ${ratio(rps, yardstickRps)} of the yardstick`;
  const times = (from: number, to: number) => `${(to / from).toFixed(2)} times`;
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
    rows: [
      ["delivered by one process", tell(free.one)],
      [`by ${MANY} on the same cores`, `${tell(free.many)}, ${times(free.one, free.many)}`],
      ...(bounded
        ? ([
            [`by one with ${SMALL_SHARE} of a core`, tell(bounded.one)],
            [`by ${MANY} with as much each`, `${tell(bounded.many)}, ${times(bounded.one, bounded.many)}`],
          ] as const)
        : []),
    ],
    summary: [
      {
        what: `${MANY} processes on the same cores, beside one`,
        figure: times(free.one, free.many),
        ratio: ratio(free.many, yardstickRps),
      },
      ...(bounded
        ? [
            {
              what: `${MANY} processes with ${SMALL_SHARE} of a core each, beside one with that`,
              figure: times(bounded.one, bounded.many),
              ratio: ratio(bounded.many, yardstickRps),
            },
          ]
        : []),
    ],
  });
};

/** The serving processes; the leader of several only leads. */
function serving({ copy }: Stage): number[] {
  const { server, members } = copy.pids();
  return members.length > 0 ? members : [server];
}

const best = (turns: readonly number[]) => Math.max(...turns);
