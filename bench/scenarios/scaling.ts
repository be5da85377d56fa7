import type { LoadResult } from "@/bench/load/record";
import { toOutcome } from "@/bench/outcome";
import { type FullSpeed, measureFullSpeed, measureYardstick, warmUp } from "@/bench/phases";
import { type OneOrTwo, ScaledStage, type Shares } from "@/bench/scaled-stage";
import type { Scenario, Settings, SummaryRow } from "@/bench/scenario";
import { checkCompleteness, waitUntilSettled } from "@/bench/settle";
import { count, ratio } from "@/bench/table";

/** An even number: who is first in one turn is last in the next. */
const TURNS = 4;
/** The part of `--seconds` for each measurement. */
const PART_OF_SECONDS = 0.4;
/** The warm-up of both copies at the projects of each size. A copy that just started is slow for longer than one would think. */
const WARM_UP_SECONDS = 5;
/** Under the limits, before what is measured, so that as much is underway as there will be. */
const LEAD_SECONDS = 2;
const SETTLE_MS = 60_000;

/** The share of a core for each copy and for each worker node: small, so that cores are left with two of both. */
const SHARE = 0.3;
/**
 * How many times as much two are to carry as one: with 1.5 the second is worth half of the first. It is worth less than
 * the first because each copy looks after each shard, which costs a node as much with few events as with many.
 */
const LEAST = 1.5;

const UNLIMITED: Shares = { copy: null, node: null };
const COPIES: Shares = { copy: SHARE, node: null };
const NODES: Shares = { copy: null, node: SHARE };
const BOTH: Shares = { copy: SHARE, node: SHARE };

type Size = { copies: OneOrTwo; nodes: OneOrTwo };
type Pair = { name: string; shares: Shares; one: Size; two: Size };

const TWO: Size = { copies: 2, nodes: 2 };
const PAIRS: readonly Pair[] = [
  { name: "copies", shares: COPIES, one: { copies: 1, nodes: 2 }, two: TWO },
  { name: "nodes", shares: NODES, one: { copies: 2, nodes: 1 }, two: TWO },
  { name: "copies_and_nodes", shares: BOTH, one: { copies: 1, nodes: 1 }, two: TWO },
];
const WORDS: Readonly<Record<string, string>> = {
  copies: "copies",
  nodes: "nodes",
  copies_and_nodes: "copies and nodes",
};

type Step = Size & { pair: Pair; which: "one" | "two" };

/** The steps with two copies come first, so that the second copy starts once in two turns. */
const STEPS: readonly Step[] = PAIRS.flatMap((pair): Step[] => [
  { pair, which: "two", ...pair.two },
  { pair, which: "one", ...pair.one },
]).toSorted((a, b) => b.copies - a.copies);

type Turns = { rps: number[]; cores: Record<string, number>[] };
type Found = Pair & { ofOne: Turns; ofTwo: Turns };

/**
 * What one and two copies carry, one and two worker nodes of Citus, and one and two of both, in turns. Processes get a
 * small share of a core (a quota), since the load, the receiver and all others share the cores of one machine: then two
 * can have twice as much as one.
 */
export const scaling: Scenario = async (settings, { cleanup, say, command }) => {
  say("Yardstick…");
  const yardstickRps = await measureYardstick(settings.connections, Math.min(5, settings.seconds));
  say("Starting two copies on three servers…");
  const scaled = await ScaledStage.open(cleanup);
  say("Warming up…");
  const loads = new Loads(scaled, settings);
  await loads.warmUp();
  const found = PAIRS.map((pair): Found => ({ ...pair, ofOne: { rps: [], cores: [] }, ofTwo: { rps: [], cores: [] } }));
  for (let turn = 1; turn <= TURNS; turn += 1) {
    for (const step of turn % 2 === 1 ? STEPS : STEPS.toReversed()) {
      if (await scaled.have(step.copies)) await loads.warmUp();
      const { deliveredRps, cpu } = await loads.measure(step);
      const { ofOne, ofTwo } = found[PAIRS.indexOf(step.pair)] as Found;
      const turns = step.which === "one" ? ofOne : ofTwo;
      turns.rps.push(deliveredRps);
      turns.cores.push(cpu.cores);
      say(`Turn ${turn} of ${TURNS}, ${step.which} of ${WORDS[step.pair.name]}: ${count(Math.round(deliveredRps))}/s`);
    }
  }
  scaled.limit(UNLIMITED);
  say("Comparing what was accepted with what arrived…");
  const stage = scaled.of(1, 2);
  await waitUntilSettled(stage, SETTLE_MS);
  return {
    ...toOutcome({
      scenario: "scaling",
      command,
      yardstickRps,
      completeness: await checkCompleteness(stage, loads.all),
      figures: {
        share_of_a_core: SHARE,
        seconds: settings.seconds * PART_OF_SECONDS,
        connections: settings.connections,
        outstanding: settings.outstanding,
        ...Object.fromEntries(found.map((each) => [each.name, toFigures(each)])),
        database: scaled.version,
      },
      rows: [
        ["database", scaled.version],
        ["senders at a time, of each copy", count(settings.connections)],
        ...found.flatMap((each) => toRowsOf(each, yardstickRps)),
      ],
      summary: found.map((each) => summarize(each, yardstickRps)),
    }),
    complaint: findComplaint(found),
  };
};

/** The loads on one stage, one after another. */
class Loads {
  readonly all: LoadResult[] = [];

  constructor(
    private readonly scaled: ScaledStage,
    private readonly settings: Settings,
  ) {}

  get #nextNumber(): number {
    return this.all.reduce((sum, { dueAt }) => sum + dueAt.length, 0);
  }

  /** Both copies, and the projects of each size, without limits. */
  async warmUp(): Promise<void> {
    this.scaled.limit(UNLIMITED);
    for (const nodes of [1, 2] as const) {
      this.all.push(await warmUp(this.scaled.of(2, nodes), this.settings, WARM_UP_SECONDS, this.#nextNumber));
    }
  }

  /** Each copy has as many senders, so that it writes as many events in a batch whatever else there is. */
  async measure({ pair, copies, nodes }: Step): Promise<FullSpeed> {
    this.scaled.limit(pair.shares);
    const full = await measureFullSpeed(this.scaled.of(copies, nodes), this.#nextNumber, {
      connections: this.settings.connections * copies,
      outstanding: this.settings.outstanding * copies,
      seconds: this.settings.seconds * PART_OF_SECONDS,
      leadSeconds: LEAD_SECONDS,
    });
    this.all.push(full.load);
    return full;
  }
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The growth over all turns, each of which has the machine of its moment. */
const growthOf = ({ ofOne, ofTwo }: Found) => Math.round((mean(ofTwo.rps) / mean(ofOne.rps)) * 100) / 100;

function meanCores({ cores }: Turns): Record<string, number> {
  const names = Object.keys(cores[0] ?? {});
  const of = (name: string) => Math.round(mean(cores.map((each) => each[name] ?? 0)) * 100) / 100;
  return Object.fromEntries(names.map((name) => [name, of(name)]));
}

function toFigures(found: Found) {
  const toSide = (turns: Turns) => ({
    delivered_rps: Math.round(mean(turns.rps)),
    turns: turns.rps.map(Math.round),
    cores: meanCores(turns),
  });
  return { ratio: growthOf(found), one: toSide(found.ofOne), two: toSide(found.ofTwo) };
}

function toRowsOf(found: Found, yardstickRps: number): [string, string][] {
  const { ofOne, ofTwo } = found;
  const tell = ({ rps }: Turns) =>
    `${count(Math.round(mean(rps)))}/s, ${ratio(mean(rps), yardstickRps)} of the yardstick (${rps.map(Math.round).join(" · ")})`;
  return [
    [`two of ${WORDS[found.name]} to one, ${SHARE} of a core each`, `${growthOf(found).toFixed(2)} times`],
    ["  one", tell(ofOne)],
    ["  two", tell(ofTwo)],
    ["  cores used with one", tellCores(ofOne)],
    ["  cores used with two", tellCores(ofTwo)],
  ];
}

function tellCores(turns: Turns): string {
  const { server = 0, postgres = 0, load = 0, receiver = 0, bench = 0, others, idle } = meanCores(turns);
  const own = [
    `copies ${server.toFixed(2)}`,
    `PostgreSQL ${postgres.toFixed(2)}`,
    `bench ${(load + receiver + bench).toFixed(2)}`,
  ];
  const rest =
    others === undefined || idle === undefined ? [] : [`others ${others.toFixed(2)}`, `none ${idle.toFixed(2)}`];
  return [...own, ...rest].join(" · ");
}

function summarize(found: Found, yardstickRps: number): SummaryRow {
  return {
    what: `Two of ${WORDS[found.name]} with ${SHARE} of a core each, beside one with that`,
    figure: `${growthOf(found).toFixed(2)} times`,
    ratio: ratio(mean(found.ofTwo.rps), yardstickRps),
  };
}

function findComplaint(found: readonly Found[]): string | null {
  const complaints = found
    .filter((each) => growthOf(each) < LEAST)
    .map((each) => {
      const { idle = 0 } = meanCores(each.ofTwo);
      return `Two of ${WORDS[each.name]} carried ${growthOf(each).toFixed(2)} times as much as one, not ${LEAST}, with ${idle.toFixed(2)} cores left.`;
    });
  return complaints.length === 0 ? null : complaints.join(" ");
}
