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

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

export function toStatsRange(
  { startDate, endDate }: Pick<ReadStats, "startDate" | "endDate">,
  nowMs: number,
): StatsRange {
  const range = { startDate: startDate ?? null, endDate: endDate ?? null };
  const given = { ...(startDate && { startDate }), ...(endDate && { endDate }) };
  const isOpen = !startDate && !endDate;
  return { range, asked: isOpen ? { startDate: dayAgo(nowMs) } : given, interval: chooseInterval(range, nowMs) };
}

/** A day ago, from the start of that hour: deliveries are counted by the hour. */
function dayAgo(nowMs: number): string {
  return new Date(Math.floor((nowMs - DAY_MS) / HOUR_MS) * HOUR_MS).toISOString();
}
