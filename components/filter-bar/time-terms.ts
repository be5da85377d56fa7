import { unquote } from "@/components/filter-bar/read-tokens";
import type { TermKind } from "@/components/filter-bar/term-kinds";
import { fromWallClock } from "@/components/time/zone";

const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

const HOW = "and a day (2026-11-01), or a time of it (2026-11-01T14:30), in your zone unless it ends in Z.";
const WHEN = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(Z|[+-]\d{2}:\d{2})?)?$/i;

/** The filters of time. Together they are one range: typing one of them replaces the range that was set. */
export const TIME_TERMS: readonly TermKind[] = [
  {
    name: "since",
    hint: "The last 15m, 2h, 7d",
    offer: () => ["15m", "1h", "24h", "7d"],
    read: ({ operator, value }, { nowMs }) => {
      const [, count = "", unit = ""] = /^(\d{1,6})([smhdw])$/i.exec(unquote(value)) ?? [];
      const length = Number(count) * (UNIT_MS[unit.toLowerCase()] ?? 0);
      if (operator !== ":" || length === 0) return { problem: "Write since: and how long ago: 15m, 2h, 7d." };
      if (length > nowMs) return { problem: "since: goes back before 1970. Write less." };
      return { patch: { startDate: new Date(nowMs - length).toISOString(), endDate: null } };
    },
  },
  timeTerm("after", "From this day or time on", (start) => ({ startDate: toText(start), endDate: null })),
  timeTerm("before", "Before this day, or until this time", (start, isDay) => ({
    startDate: null,
    endDate: toText(isDay ? start - 1 : start),
  })),
];

function timeTerm(
  name: string,
  hint: string,
  toPatch: (startMs: number, isDay: boolean) => Record<"startDate" | "endDate", string | null>,
): TermKind {
  return {
    name,
    hint,
    offer: () => [],
    read: ({ operator, value }, { zone }) => {
      const typed = unquote(value);
      const start = operator === ":" ? readMoment(typed, zone) : null;
      if (start === null) return { problem: `Write ${name}: ${HOW}` };
      return { patch: toPatch(start, typed.length === 10) };
    },
  };
}

function readMoment(typed: string, zone: string): number | null {
  const [, day, time = "00:00", offset] = WHEN.exec(typed) ?? [];
  if (day === undefined || !isDay(day)) return null;
  const moment = offset ? Date.parse(`${day}T${time}${offset}`) : fromWallClock(`${day}T${time}`, zone).getTime();
  return Number.isNaN(moment) ? null : moment;
}

/** JavaScript reads 30 February as 1 March, which is never meant. */
function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

function toText(ms: number): string {
  return new Date(ms).toISOString();
}
