import { addUp, type Completeness } from "@/bench/ledger";
import type { LoadResult } from "@/bench/load/record";
import type { CpuUse } from "@/bench/meter";
import { toOutcome } from "@/bench/outcome";
import { type FullSpeed, measureFullSpeed, measureSteady, measureYardstick, type Steady, warmUp } from "@/bench/phases";
import { fillStage } from "@/bench/rows/fill-stage";
import type { Scenario, Settings } from "@/bench/scenario";
import { checkCompleteness, waitUntilSettled } from "@/bench/settle";
import { type Stage, setStage } from "@/bench/stage";
import { count, ms, ratio } from "@/bench/table";
import { median } from "@/bench/turns";

const WARM_UP_SECONDS = 6;
/** Each copy is measured this often, in turns, so that other load of the machine affects both alike. */
const TURNS = 3;
const SETTLE_MS = 60_000;
/** At most 15 % slower. */
const LEAST_KEPT = 0.85;

/** A copy and its measurements. */
type Side = { stage: Stage; loads: LoadResult[]; full: FullSpeed[]; steady: Steady[] };

/** Single webhooks, each to one endpoint: on an empty database, and on one with millions of deliveries in it. */
export const rows: Scenario = async (settings, { cleanup, say, command }) => {
  const seconds = Math.max(1, Math.round(settings.seconds / TURNS));
  say("Yardstick…");
  const yardstickRps = await measureYardstick(settings.connections, Math.min(5, settings.seconds));
  say("Starting two copies…");
  const empty = toSide(await setStage(cleanup));
  const filled = toSide(await setStage(cleanup));
  say(`Filling one of them with ${count(settings.rows)} deliveries…`);
  const { since, ...filling } = await fillStage(filled.stage, settings.rows, say);
  filled.stage.project.since = since;
  say(`Filled in ${filling.seconds} s: ${filling.gigabytes} GB. Warming up…`);
  for (const { stage, loads } of [empty, filled]) loads.push(await warmUp(stage, settings, WARM_UP_SECONDS));
  for (let turn = 1; turn <= TURNS; turn += 1) {
    say(`Turn ${turn} of ${TURNS}, ${4 * seconds} s…`);
    // The first of one turn is second in the next.
    for (const side of turn % 2 === 1 ? [empty, filled] : [filled, empty]) {
      await measure(side, { ...settings, seconds });
      say(`${side === empty ? "empty" : "filled"}: ${toLine(side)}`);
    }
  }
  say("Comparing what was accepted with what arrived…");
  const kept = rpsOf(filled) / rpsOf(empty);
  const slower = p95Of(filled) / p95Of(empty);
  const share = (side: Side) => `${count(rpsOf(side))}/s, ${ratio(rpsOf(side), yardstickRps)} of the yardstick`;
  const outcome = toOutcome({
    scenario: "rows",
    command,
    yardstickRps,
    completeness: addUp([await settle(empty), await settle(filled)]),
    figures: {
      rows: settings.rows,
      filling,
      empty: toFigures(empty),
      filled: toFigures(filled),
      delivered_ratio: rounded(kept),
      p95_ratio: rounded(slower),
      seconds,
    },
    rows: [
      [
        "in the tables",
        Object.entries(filling.rows)
          .map(([table, number]) => `${count(number)} ${table}`)
          .join(", "),
      ],
      ["on disk, filled in", `${filling.gigabytes} GB, ${filling.seconds} s`],
      ["delivered, empty", share(empty)],
      ["delivered, filled", share(filled)],
      ["filled to empty", percent(kept)],
      ["p95 at 200/s, empty", `${p95Of(empty)} ms`],
      ["p95 at 200/s, filled", `${p95Of(filled)} ms`],
      ["filled to empty", percent(slower)],
      ["others took of the machine, at most", `${Math.round(mostOfOthers([empty, filled]))} %`],
    ],
    summary: [
      {
        what: `Single webhooks beside ${count(settings.rows)} deliveries, ${percent(kept)} of those on an empty database in the same run`,
        figure: `${count(rpsOf(filled))}/s`,
        ratio: ratio(rpsOf(filled), yardstickRps),
      },
      {
        what: "End to end at 200/s beside them (p95), and on an empty database",
        figure: `${p95Of(filled)} and ${p95Of(empty)} ms`,
        ratio: "",
      },
    ],
  });
  const isKept = kept >= LEAST_KEPT && slower <= 1 / LEAST_KEPT;
  return { ...outcome, complaint: isKept ? null : "It is more than 15 % slower beside so many rows." };
};

function toSide(stage: Stage): Side {
  return { stage, loads: [], full: [], steady: [] };
}

async function measure({ stage, loads, full, steady }: Side, settings: Settings): Promise<void> {
  const nextNumber = () => loads.reduce((sum, { dueAt }) => sum + dueAt.length, 0);
  const slow = await measureSteady(stage, nextNumber(), settings);
  loads.push(slow.load);
  const fast = await measureFullSpeed(stage, nextNumber(), settings);
  loads.push(fast.load);
  steady.push(slow);
  full.push(fast);
}

async function settle({ stage, loads }: Side): Promise<Completeness> {
  await waitUntilSettled(stage, SETTLE_MS);
  return checkCompleteness(stage, loads);
}

function toFigures(side: Side) {
  return {
    delivered_rps: rpsOf(side),
    p95_ms: p95Of(side),
    turns: side.full.map(({ deliveredRps }, turn) => ({
      delivered_rps: Math.round(deliveredRps),
      e2e_ms: side.steady[turn]?.latency,
      cpu_at_full_speed: side.full[turn]?.cpu,
      cpu_at_200_s: side.steady[turn]?.cpu,
    })),
  };
}

function toLine({ full, steady }: Side): string {
  const [fast, slow] = [full.at(-1), steady.at(-1)];
  const postgres = (phase?: { cpu: CpuUse }) => Math.round(phase?.cpu.perEventUs.postgres ?? 0);
  return [
    `${count(Math.round(fast?.deliveredRps ?? 0))}/s with ${postgres(fast)} µs of PostgreSQL each`,
    `at 200/s ${slow ? ms(slow.latency) : ""} with ${postgres(slow)} µs`,
    `others took ${Math.round(slow?.cpu.othersPercent ?? 0)} and ${Math.round(fast?.cpu.othersPercent ?? 0)} % of the machine`,
  ].join(" · ");
}

/** The CPU use of other programs: figures are worth little if this is much. */
function mostOfOthers(sides: readonly Side[]): number {
  const phases = sides.flatMap(({ full, steady }) => [...full, ...steady]);
  return Math.max(...phases.map(({ cpu }) => cpu.othersPercent ?? 0));
}

function rpsOf({ full }: Side): number {
  return Math.round(median(full.map(({ deliveredRps }) => deliveredRps)));
}

function p95Of({ steady }: Side): number {
  // None arrived in time, which counts as infinitely slow.
  return median(steady.map(({ latency }) => (Number.isNaN(latency.p95) ? Number.POSITIVE_INFINITY : latency.p95)));
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
