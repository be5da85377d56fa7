import type { Drilled } from "@/bench/drills/drill";
import {
  countRefused,
  listOddStatuses,
  longestPauseOf,
  type ProjectRun,
  p99Of,
  type Span,
} from "@/bench/drills/servers/project-run";
import type { LoadedProject, ServerScene } from "@/bench/drills/servers/scene";

/** One sort of trouble with the servers of a distributed database. */
export type ServerDrill = {
  readonly name: string;
  /** The p99 of projects that are not concerned must stay below this many times their own. */
  readonly slowsOthersBelow?: number;
  /** Causes it, and returns when it is over as far as anyone but the program can help. */
  disturb(scene: ServerScene): Promise<Disturbance>;
};

export type Disturbance = {
  /** Projects whose senders may be refused. */
  readonly concerned: readonly LoadedProject[];
  readonly meanwhile: Span;
  /** Sentences about what was not as promised meanwhile. */
  readonly wrong: readonly string[];
};

/** The figures of the projects that are concerned, or of the others; null if there are none. */
export type DrilledOnServers = Drilled & {
  /** How many requests were answered with 503. */
  refused: number;
  /** The longest time in which one that is concerned had no event accepted. */
  pause_ms: number | null;
  /** The same of the others. */
  others_pause_ms: number | null;
  /**
   * The others' p99 from when an event is due until it is both answered and delivered: while all is well, before the trouble
   * and after it, and meanwhile.
   */
  others_p99_ms: { own: number; meanwhile: number } | null;
  /** Sentences about what was not as promised, besides what the figures say. */
  wrong: readonly string[];
};

type Facts = {
  readonly disturbance: Disturbance;
  /** When all was well. */
  readonly calm: readonly Span[];
  readonly runs: ReadonlyMap<LoadedProject, ProjectRun>;
  /** How many events arrived, of which the API does not say so. */
  readonly unsettled: number;
};

/** What the loads say of a trouble. */
export function judge(
  { slowsOthersBelow }: Pick<ServerDrill, "slowsOthersBelow">,
  { disturbance, calm, runs, unsettled }: Facts,
): Omit<DrilledOnServers, keyof Drilled> {
  const isConcerned = ([project]: [LoadedProject, ProjectRun]) => disturbance.concerned.includes(project);
  const concerned = [...runs].filter(isConcerned).map(([, run]) => run);
  const others = [...runs].filter((one) => !isConcerned(one)).map(([, run]) => run);
  const p99 =
    others.length === 0 ? null : { own: p99Of(others, calm), meanwhile: p99Of(others, [disturbance.meanwhile]) };
  const isSlow = p99 !== null && slowsOthersBelow !== undefined && p99.meanwhile >= slowsOthersBelow * p99.own;
  const refusedOfOthers = others.reduce((sum, run) => sum + countRefused(run), 0);
  const odd = [...runs].flatMap(([{ name }, run]) =>
    [...listOddStatuses(run)].map(([status, count]) => `${count} requests of ${name} were answered with ${status}.`),
  );
  return {
    refused: [...concerned, ...others].reduce((sum, run) => sum + countRefused(run), 0),
    pause_ms: longestOf(concerned),
    others_pause_ms: longestOf(others),
    others_p99_ms: p99,
    wrong: [
      ...disturbance.wrong,
      ...odd,
      ...(refusedOfOthers > 0 ? [`${refusedOfOthers} requests of others were refused.`] : []),
      ...(unsettled > 0 ? [`${unsettled} events arrived, and the API does not say so.`] : []),
      ...(isSlow ? [`The p99 of others was ${p99.meanwhile} ms, and ${p99.own} ms while all was well.`] : []),
    ],
  };
}

function longestOf(runs: readonly ProjectRun[]): number | null {
  return runs.length === 0 ? null : Math.round(Math.max(...runs.map(longestPauseOf)));
}

/** Whether nothing was lost, all is in balance again, and all was as promised. */
export function standsUp({ lost, waiting, unbalanced, recover_ms, wrong }: DrilledOnServers): boolean {
  return lost + waiting + unbalanced === 0 && recover_ms !== null && wrong.length === 0;
}
