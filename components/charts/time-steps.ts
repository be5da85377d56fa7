import { nameOffset } from "@/components/time/zone";

export type Interval = "minute" | "hour" | "day";

const STEP_MS: Record<Interval, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };
const HOURS_AT_MOST_MS = 4 * STEP_MS.day;
const MINUTES_AT_MOST_MS = 3 * STEP_MS.hour;
/** Minutes are kept for a day; there is time left to read them. */
const MINUTES_KEPT_MS = 22 * STEP_MS.hour;

/**
 * Minutes, then hours while there are few enough to be distinguishable, then days. An open end is now, an open start a
 * day before it.
 */
export function chooseInterval({ startDate, endDate }: DateRange, nowMs: number): Interval {
  if (startDate === null) return "hour";
  const start = Date.parse(startDate);
  const lengthMs = (endDate === null ? nowMs : Date.parse(endDate)) - start;
  if (lengthMs <= MINUTES_AT_MOST_MS && start >= nowMs - MINUTES_KEPT_MS) return "minute";
  return lengthMs > HOURS_AT_MOST_MS ? "day" : "hour";
}

type DateRange = { startDate: string | null; endDate: string | null };

/** The range that some steps of a series cover, both ends inclusive, as the date filter uses it. */
export function toRange(times: readonly string[], interval: Interval, [a, b]: readonly [number, number]): DateRange {
  const startDate = times[Math.min(a, b)] ?? null;
  const last = times[Math.max(a, b)];
  return {
    startDate,
    endDate: last === undefined ? null : new Date(Date.parse(last) + STEP_MS[interval] - 1).toISOString(),
  };
}

/** Which of `count` steps of the same width is at a position from 0 to 1; positions outside belong to the nearest. */
export function stepAt(place: number, count: number): number {
  return Math.max(0, Math.min(count - 1, Math.floor(place * count)));
}

/** The step that a key moves to from a step, or from outside the steps; undefined for a key that does not move. */
export function stepByKey(key: string, from: number | null, last: number): number | undefined {
  const moves: Record<string, number> = {
    ArrowLeft: (from ?? last + 1) - 1,
    ArrowRight: (from ?? -1) + 1,
    Home: 0,
    End: last,
  };
  const to = moves[key];
  return to === undefined ? undefined : Math.max(0, Math.min(last, to));
}

/** The least 1, 2 or 5 times a power of ten that is above all values; never 0, so that an empty chart has a scale. */
export function ceilingOf(values: readonly number[]): number {
  const most = Math.max(1, ...values);
  const power = 10 ** Math.floor(Math.log10(most));
  return ([1, 2, 5, 10].find((factor) => factor * power >= most) ?? 10) * power;
}

/** "21 Nov, 14:00 to 15:00 UTC+1", or "21 Nov (UTC)" for a day, which is a UTC day in any zone of the reader. */
export function nameStep(time: string, interval: Interval, zone: string): string {
  const start = new Date(time);
  if (interval === "day") return `${dayOf(start, "UTC")} (UTC)`;
  const end = new Date(start.getTime() + STEP_MS[interval]);
  return `${dayOf(start, zone)}, ${clockOf(start, zone)} to ${clockOf(end, zone)} ${nameOffset(start, zone)}`;
}

/** The short name of a step's start, for an axis. */
export function nameStart(time: string, interval: Interval, zone: string): string {
  const start = new Date(time);
  return interval === "day" ? dayOf(start, "UTC") : `${dayOf(start, zone)}, ${clockOf(start, zone)}`;
}

const dayOf = byZone({ day: "numeric", month: "short" });
const clockOf = byZone({ hour: "2-digit", minute: "2-digit" });

/** Writes times of a zone. A chart writes hundreds, and making a writer takes a hundred times as long as using it. */
function byZone(parts: Intl.DateTimeFormatOptions): (at: Date, timeZone: string) => string {
  const writers = new Map<string, Intl.DateTimeFormat>();
  return (at, timeZone) => {
    const writer = writers.get(timeZone) ?? new Intl.DateTimeFormat("en-GB", { ...parts, timeZone });
    writers.set(timeZone, writer);
    return writer.format(at);
  };
}
