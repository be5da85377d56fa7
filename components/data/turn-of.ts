import type { QueryKey } from "@tanstack/react-query";
import { isCountOfView, nounOf } from "@/components/data/touched-by";

/**
 * How long a read rests after it was read, while more happens: what is on the screen hardly at all, one with its
 * payload for a while, since that may be long and never changes, the counts of saved views nearly as long, since there
 * may be many, and what need not be new, as choices, the longest.
 */
export const TURNS_MS = { shown: 300, count: 4_000, payload: 5_000, seldom: 15_000 } as const;

/** A read that declares to be good for so long need not be new. */
const GOOD_FOR_MS = 10_000;
/** Nouns of which one alone is read with its payload. */
const WITH_PAYLOAD = ["events", "eventdeliveries", "meta-events"];

/** A query of TanStack Query, as far as it is needed. */
type Watched = { queryKey: QueryKey; observers: readonly { options: { staleTime?: unknown } }[] };

/** How long a query rests after it was read. */
export function turnMsOf({ queryKey, observers }: Watched): number {
  if (hasPayload(queryKey)) return TURNS_MS.payload;
  if (isCountOfView(queryKey)) return TURNS_MS.count;
  const isSeldom =
    observers.length > 0 && observers.every(({ options: { staleTime } }) => Number(staleTime) >= GOOD_FOR_MS);
  return isSeldom ? TURNS_MS.seldom : TURNS_MS.shown;
}

function hasPayload(key: QueryKey): boolean {
  return key.length === 4 && typeof key[3] === "string" && key[3] !== "counts" && WITH_PAYLOAD.includes(nounOf(key));
}
