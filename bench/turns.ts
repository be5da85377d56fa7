import { addUp, type Completeness } from "@/bench/ledger";
import type { CpuUse } from "@/bench/meter";
import { type FullSpeed, measureFullSpeed, warmUp } from "@/bench/phases";
import { profileCopy } from "@/bench/profile";
import type { Settings } from "@/bench/scenario";
import { addUpCounts, type Counted, type Counts, difference } from "@/bench/server-counts";
import { checkCompleteness, waitUntilSettled } from "@/bench/settle";
import type { Stage } from "@/bench/stage";

const WARM_UP_SECONDS = 4;
/**
 * Each variant is measured this often, so that other load of the machine affects both alike. The first of a turn is the
 * second of the next: tables grow, and whoever is second would pay for it.
 */
const TURNS = 8;
const SETTLE_MS = 60_000;

export type Variant = {
  delivered_rps: number;
  /** The throughput of each turn. */
  turns: number[];
  /** Who used CPU for an event, in microseconds. */
  cpu_us_per_event: Record<string, number>;
  /** The CPU of the copy and its database for an event, in microseconds: the middle of the turns, and each. */
  cpu_us: number;
  cpu_turns: number[];
  last: FullSpeed;
  /** What the servers of its database did for its events, where they count. */
  counted?: Counted;
};

/** A measured turn, and what the servers of the database did for it. */
type Turn = FullSpeed & { counts: Counts | null };

export type Compared = {
  plain: Variant;
  changed: Variant;
  /** The throughput of the changed one as a part of that of the plain one: the middle of what the turns give. */
  kept: number;
  /** The same of the CPU of an event. */
  cpuShare: number;
  othersPercent: number;
  seconds: number;
  completeness: Completeness;
  /** The number of the next event, for another comparison with the same receivers. */
  nextNumber: number;
};

type Pair = { plain: Stage; changed: Stage; firstNumber?: number };

/** Compares the throughput of two ways through one copy, or of two copies. */
export async function compareInTurns(
  { plain, changed, firstNumber = 0 }: Pair,
  settings: Settings,
  say: (line: string) => void,
): Promise<Compared> {
  const seconds = Math.max(1, Math.round(settings.seconds / TURNS));
  say("Warming up…");
  const sent: { stage: Stage; load: FullSpeed["load"] }[] = [];
  const nextNumber = () => sent.reduce((sum, { load }) => sum + load.dueAt.length, firstNumber);
  // Both alike: what has run longer is faster.
  for (const stage of plain.copy === changed.copy ? [plain] : [plain, changed]) {
    sent.push({ stage, load: await warmUp(stage, settings, WARM_UP_SECONDS, nextNumber()) });
  }
  const measure = async (stage: Stage): Promise<Turn> => {
    const before = await stage.count?.();
    const full = await measureFullSpeed(stage, nextNumber(), { ...settings, seconds });
    const after = await stage.count?.();
    sent.push({ stage, load: full.load });
    return { ...full, counts: before && after ? difference(after, before) : null };
  };
  for (const stage of [plain, changed]) await measure(stage);
  const found = { plain: [] as Turn[], changed: [] as Turn[] };
  const stopProfile = await profileCopy(plain.copy, settings.profileFile);
  for (let turn = 1; turn <= TURNS; turn += 1) {
    say(`Turn ${turn} of ${TURNS}: ${seconds} s each…`);
    const order = turn % 2 === 1 ? (["plain", "changed"] as const) : (["changed", "plain"] as const);
    for (const name of order) found[name].push(await measure({ plain, changed }[name]));
  }
  await stopProfile?.();
  say("Comparing what was accepted with what arrived…");
  const completeness: Completeness[] = [];
  for (const project of new Set(sent.map(({ stage }) => stage.project))) {
    const own = sent.filter(({ stage }) => stage.project === project);
    const { stage } = own[0] as (typeof own)[number];
    await waitUntilSettled(stage, SETTLE_MS);
    completeness.push(
      await checkCompleteness(
        stage,
        own.map(({ load }) => load),
      ),
    );
  }
  const variants = { plain: toVariant(found.plain), changed: toVariant(found.changed) };
  const others = [...found.plain, ...found.changed].map(({ cpu }) => cpu.othersPercent ?? 0);
  return {
    ...variants,
    kept: middleShare(variants.changed.turns, variants.plain.turns),
    cpuShare: middleShare(variants.changed.cpu_turns, variants.plain.cpu_turns),
    othersPercent: Math.round(Math.max(...others)),
    seconds,
    completeness: addUp(completeness),
    nextNumber: nextNumber(),
  };
}

export function toCpuText({ cpu_us_per_event: parts }: Variant): string {
  const named = Object.entries(parts).map(([name, us]) => `${name} ${us}`);
  return `${named.join(" · ")} µs`;
}

/** Each turn has the machine of its moment: two of one turn compare best. */
function middleShare(changed: readonly number[], plain: readonly number[]): number {
  return median(changed.map((value, turn) => value / (plain[turn] ?? Number.NaN)));
}

function toVariant(turns: readonly Turn[]): Variant {
  const rates = turns.map(({ deliveredRps }) => Math.round(deliveredRps));
  const costs = turns.map(({ cpu }) => Math.round((cpu.perEventUs.server ?? 0) + (cpu.perEventUs.postgres ?? 0)));
  return {
    delivered_rps: Math.round(median(rates)),
    turns: rates,
    cpu_us_per_event: cpuOf(turns),
    cpu_us: Math.round(median(costs)),
    cpu_turns: costs,
    last: turns.at(-1) as FullSpeed,
    ...addUpTurns(turns),
  };
}

function addUpTurns(turns: readonly Turn[]): Pick<Variant, "counted"> {
  const counts = turns.map((turn) => turn.counts).filter((each) => each !== null);
  if (counts.length < turns.length) return {};
  const events = turns.reduce((sum, { load, refused }) => sum + load.dueAt.length - refused, 0);
  return { counted: { events, counts: addUpCounts(counts) } };
}

const OF_THE_BENCH = "load and receiver";
const PARTS: Record<string, (cpu: CpuUse) => number> = {
  "server's main thread": ({ mainThreadUs }) => mainThreadUs.server ?? 0,
  "its other threads": ({ perEventUs, mainThreadUs }) => (perEventUs.server ?? 0) - (mainThreadUs.server ?? 0),
  PostgreSQL: ({ perEventUs }) => perEventUs.postgres ?? 0,
  [OF_THE_BENCH]: ({ perEventUs }) => (perEventUs.load ?? 0) + (perEventUs.receiver ?? 0),
};

function cpuOf(turns: readonly FullSpeed[]): Record<string, number> {
  const of = (use: (cpu: CpuUse) => number) => Math.round(median(turns.map(({ cpu }) => use(cpu))));
  return Object.fromEntries(Object.entries(PARTS).map(([name, use]) => [name, of(use)]));
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)] ?? 0, sorted[Math.floor(sorted.length / 2)] ?? 0];
  return (low + high) / 2;
}
