import { invalidFields } from "@/lib/kernel/errors";
import { readDateRange } from "@/lib/wire/list-query";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Whole units of time: from `start` until before `end`, each null if the range is open. */
export type OpenRange = { start: Date | null; end: Date | null };
export type ClosedRange = { start: Date; end: Date };
export type Interval = "hour" | "day";

type DateRange = { startDate?: string | undefined; endDate?: string | undefined };

export const STEP_MS: Record<Interval, number> = { hour: HOUR_MS, day: DAY_MS };
const DEFAULT_MS: Record<Interval, number> = { hour: DAY_MS, day: 30 * DAY_MS };
const MAX_POINTS: Record<Interval, number> = { hour: 31 * 24, day: 366 };

/** The hours that a range of dates touches. */
export function toHours(query: DateRange): OpenRange {
  const { start, end } = readDateRange(query);
  return { start: start && floorTo(HOUR_MS, start), end: end && ceilingOf(HOUR_MS, end) };
}

/**
 * The hours or days that a range of dates touches. Without an end it ends now; without a start it is the last 24 hours,
 * or 30 days. Throws a 422 for more than 31 days of hours or 366 days.
 */
export function toSteps(query: DateRange, interval: Interval, now: Date): ClosedRange {
  const step = STEP_MS[interval];
  const given = readDateRange(query);
  const until = given.end ?? (given.start && given.start > now ? given.start : now);
  const end = ceilingOf(step, until);
  const start = given.start ? floorTo(step, given.start) : new Date(end.getTime() - DEFAULT_MS[interval]);
  if ((end.getTime() - start.getTime()) / step <= MAX_POINTS[interval]) return { start, end };
  const most = interval === "hour" ? "31 days by the hour" : "366 days";
  throw invalidFields([{ path: "startDate", message: `Ask for at most ${most}.` }]);
}

function floorTo(step: number, at: Date): Date {
  return new Date(Math.floor(at.getTime() / step) * step);
}

/** The start of the next step: `at` itself belongs to the range. */
function ceilingOf(step: number, at: Date): Date {
  return new Date(Math.floor(at.getTime() / step) * step + step);
}
