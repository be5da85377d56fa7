import { chooseInterval, type Interval } from "@/components/charts/time-steps";
import type { ReadStats } from "@/lib/nouns/stats/schemas";

export type AskedRange = { startDate?: string; endDate?: string };

export type StatsRange = {
  /** The range of the address. */
  range: { startDate: string | null; endDate: string | null };
  /** The requested range: the last day by default. */
  asked: AskedRange;
  interval: Interval;
};

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

export function toStatsRange(
  { startDate, endDate }: Pick<ReadStats, "startDate" | "endDate">,
  nowMs: number,
): StatsRange {
  const range = { startDate: startDate ?? null, endDate: endDate ?? null };
  const interval = chooseInterval(range, nowMs);
  if (!startDate && !endDate) return { range, asked: { startDate: dayAgo(nowMs) }, interval };
  const start = startDate && interval === "minute" ? nextMinute(startDate) : startDate;
  return { range, asked: { ...(start && { startDate: start }), ...(endDate && { endDate }) }, interval };
}

/** The first whole minute, so that the last 15 minutes are 15 bars with the present one. */
function nextMinute(instant: string): string {
  return new Date(Math.ceil(Date.parse(instant) / MINUTE_MS) * MINUTE_MS).toISOString();
}

/** A day ago, from the start of that hour: deliveries are counted by the hour. */
function dayAgo(nowMs: number): string {
  return new Date(Math.floor((nowMs - DAY_MS) / HOUR_MS) * HOUR_MS).toISOString();
}
