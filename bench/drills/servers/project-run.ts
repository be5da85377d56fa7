import { percentiles } from "@/bench/latency";
import type { LoadResult } from "@/bench/load/record";

/** From one moment to another of the monotonic clock, in milliseconds. */
export type Span = { readonly from: number; readonly to: number };

/** What became of a project's requests, and when the receiver got each of its events; 0: never. */
export type ProjectRun = { readonly load: LoadResult; readonly arrivedAt: Float64Array };

const UNAVAILABLE = 503;

/**
 * The p99 of what these projects were sent in those times, in milliseconds: until an event is both answered and delivered.
 * Without end if nothing was accepted.
 */
export function p99Of(runs: readonly ProjectRun[], spans: readonly Span[]): number {
  const latencies = runs.flatMap((run) => spans.flatMap((span) => latenciesOf(run, span)));
  return latencies.length === 0 ? Number.POSITIVE_INFINITY : percentiles(latencies).p99;
}

function latenciesOf({ load, arrivedAt }: ProjectRun, { from, to }: Span): number[] {
  const latencies: number[] = [];
  load.dueAt.forEach((dueAt, place) => {
    if (dueAt < from || dueAt >= to || !isAccepted(load, place)) return;
    const at = arrivedAt[place] || Number.POSITIVE_INFINITY;
    latencies.push(Math.max(at, load.answeredAt[place] ?? 0) - dueAt);
  });
  return latencies;
}

/** The longest time between two acknowledgements, in milliseconds. */
export function longestPauseOf({ load }: ProjectRun): number {
  const times = load.answeredAt.filter((_, place) => isAccepted(load, place)).sort();
  return times.reduce((longest, at, place) => Math.max(longest, at - (times[place - 1] ?? at)), 0);
}

/** How many requests were refused as they may be while a project's server is away. */
export function countRefused({ load }: ProjectRun): number {
  return load.statuses.reduce((sum, status) => sum + (status === UNAVAILABLE ? 1 : 0), 0);
}

/** The statuses of requests that were neither accepted nor refused so, with how many; 0: the connection was lost. */
export function listOddStatuses({ load }: ProjectRun): ReadonlyMap<number, number> {
  const odd = new Map<number, number>();
  load.statuses.forEach((status, place) => {
    if (status !== UNAVAILABLE && !isAccepted(load, place)) odd.set(status, (odd.get(status) ?? 0) + 1);
  });
  return odd;
}

/**
 * How long after that moment a project is well, in milliseconds: its events are accepted, none is refused any more, and all
 * that were accepted before have arrived. Null if that did not come.
 */
export function recoveryOf({ load, arrivedAt }: ProjectRun, mendedAt: number): number | null {
  const places = Array.from(load.statuses.keys());
  const answerOf = (place: number) => load.answeredAt[place] || (load.dueAt[place] ?? 0);
  const accepted = places.filter((place) => isAccepted(load, place));
  const refusals = places.filter((place) => !isAccepted(load, place)).map(answerOf);
  const refusedUntil = refusals.reduce((latest, at) => Math.max(latest, at), mendedAt);
  const acceptedAt = accepted.map(answerOf).filter((at) => at >= refusedUntil);
  const earlier = accepted.filter((place) => answerOf(place) < mendedAt).map((place) => arrivedAt[place] ?? 0);
  if (acceptedAt.length === 0 || earlier.includes(0)) return null;
  const first = acceptedAt.reduce((least, at) => Math.min(least, at));
  return Math.round(earlier.reduce((latest, at) => Math.max(latest, at), first) - mendedAt);
}

function isAccepted({ statuses }: LoadResult, place: number): boolean {
  const status = statuses[place] ?? 0;
  return status >= 200 && status < 300;
}
