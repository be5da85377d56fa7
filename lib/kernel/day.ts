import { idTimeMs, minIdAt } from "@/lib/kernel/ids";

const DAY_MS = 86_400_000;
const LAST_MS = 2 ** 48 - 1;

/** A UTC day, counted since 1970. */
export type Day = number;

export function dayOf(id: string): Day {
  return Math.floor(idTimeMs(id) / DAY_MS);
}

export function dayAt(at: Date): Day {
  return Math.floor(at.getTime() / DAY_MS);
}

/** The smallest id that can be made on that day; for days beyond the last time of an id, that time's. */
export function minIdOf(day: Day): string {
  return minIdAt(new Date(Math.min(day * DAY_MS, LAST_MS)));
}
