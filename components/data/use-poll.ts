"use client";

import { useLiveState } from "@/components/data/live-provider";

const SOON_MS = 2_000;
const LATER_MS = 10_000;
/** Even with a stream, for what moves with time alone: the last 24 hours, a rate. */
const SELDOM_MS = 300_000;

type Pace<T> = (query: { state: { data: T | undefined } }) => number;

/**
 * How often to poll: often while something is unfinished, seldom otherwise. TanStack Query does not poll for a hidden
 * page.
 */
export function livePace<T>(isUnfinished: (data: T) => boolean): Pace<T> {
  return ({ state: { data } }) => (data !== undefined && isUnfinished(data) ? SOON_MS : LATER_MS);
}

/**
 * How often to poll: as given, and hardly ever while the stream of the project tells of every change of the data. Of
 * some data in some states it does not: `isTold` says so.
 */
export function usePoll<T>(pace: number | Pace<T>, isTold: (data: T) => boolean = () => true): Pace<T> {
  const isLive = useLiveState() === "live";
  return (query) => {
    const { data } = query.state;
    if (isLive && (data === undefined || isTold(data))) return SELDOM_MS;
    return typeof pace === "number" ? pace : pace(query);
  };
}

/** The same for what no signal tells of while it is unfinished, as the progress of a replay. */
export function usePollWhile<T>(isUnfinished: (data: T) => boolean): Pace<T> {
  return usePoll(livePace(isUnfinished), (data) => !isUnfinished(data));
}
