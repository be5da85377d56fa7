import { invalidFields } from "@/lib/kernel/errors";
import { readDateRange } from "@/lib/wire/date-range";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Whole units of time: from `start` until before `end`, each null if the range is open. */
export type OpenRange = { start: Date | null; end: Date | null };
export type ClosedRange = { start: Date; end: Date };
export type Interval = "minute" | "hour" | "day";

type DateRange = { startDate?: string | undefined; endDate?: string | undefined };

export const STEP_MS: Record<Interval, number> = { minute: MINUTE_MS, hour: HOUR_MS, day: DAY_MS };
const DEFAULT_MS: Record<Interval, number> = { minute: HOUR_MS, hour: DAY_MS, day: 30 * DAY_MS };
const MOST: Record<Interval, { points: number; words: string }> = {
  minute: { points: 6 * 60, words: "6 hours by the minute" },
  hour: { points: 31 * 24, words: "31 days by the hour" },
  day: { points: 366, words: "366 days" },
};
/** Minutes are kept for a day. Within its last hour they may be deleted while they are read. */
const MINUTES_KEPT_MS = 23 * HOUR_MS;

/** Whether counts from this time on are kept by the minute. */
export function minutesAreKept(since: Date, now: Date): boolean {
  return since.getTime() >= now.getTime() - MINUTES_KEPT_MS;
}

/** A range in the steps by which it is counted. */
export type Steps = { by: "minute" | "hour"; range: OpenRange };

/** The minutes that a range of dates touches if they are still kept, otherwise its hours. */
export function toFinest(query: DateRange, now: Date): Steps {
  const { start, end } = readDateRange(query);
  const by = start && minutesAreKept(start, now) ? "minute" : "hour";
  const step = STEP_MS[by];
  return { by, range: { start: start && floorTo(step, start), end: end && ceilingOf(step, end) } };
}

/**
 * The minutes, hours or days that a range of dates touches. Without an end it ends now; without a start it is the last
 * hour, 24 hours, or 30 days. Throws a 422 for more than 6 hours of minutes, 31 days of hours or 366 days, and for
 * minutes that are no longer kept.
 */
export function toSteps(query: DateRange, interval: Interval, now: Date): ClosedRange {
  const step = STEP_MS[interval];
  const given = readDateRange(query);
  const until = given.end ?? (given.start && given.start > now ? given.start : now);
  const end = ceilingOf(step, until);
  const start = given.start ? floorTo(step, given.start) : new Date(end.getTime() - DEFAULT_MS[interval]);
  const { points, words } = MOST[interval];
  if ((end.getTime() - start.getTime()) / step > points) throw refuse(`Ask for at most ${words}.`);
  if (interval === "minute" && !minutesAreKept(start, now)) {
    throw refuse("Minutes are kept for a day: ask for the last 23 hours, or by the hour.");
  }
  return { start, end };
}

function refuse(message: string): Error {
  return invalidFields([{ path: "startDate", message }]);
}

function floorTo(step: number, at: Date): Date {
  return new Date(Math.floor(at.getTime() / step) * step);
}

/** The start of the next step: `at` itself belongs to the range. */
function ceilingOf(step: number, at: Date): Date {
  return new Date(Math.floor(at.getTime() / step) * step + step);
}
