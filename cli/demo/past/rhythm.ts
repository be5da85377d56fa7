const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How busy each hour of a working day is, as a part of the busiest. */
const HOURS = [
  0.08, 0.06, 0.05, 0.05, 0.06, 0.1, 0.2, 0.4, 0.7, 0.9, 1, 1, 0.85, 0.9, 1, 0.95, 0.85, 0.7, 0.55, 0.45, 0.4, 0.3, 0.2,
  0.12,
];
const WEEKEND = 0.45;
/** Events in the busiest hour. */
const BUSIEST = 26;

export type Span = { from: Date; to: Date };

/** The last seven days, up to a moment ago, from the start of an hour on. */
export function lastSevenDays(now: Date): Span {
  const from = Math.floor((now.getTime() - 7 * DAY_MS) / HOUR_MS) * HOUR_MS;
  return { from: new Date(from), to: new Date(now.getTime() - 120_000) };
}

/** The incident: five hours of the day before yesterday, by this machine's clock. */
export function incidentBefore(now: Date): Span {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate() - 2];
  return { from: new Date(year, month, day, 9, 20), to: new Date(year, month, day, 14, 5) };
}

/** The times of a shop's events, in order: more by day than by night, fewer at the weekend. */
export function pickTimes({ from, to }: Span, random: () => number): Date[] {
  const times: number[] = [];
  for (let hour = from.getTime(); hour < to.getTime(); hour += HOUR_MS) {
    const most = Math.min(HOUR_MS, to.getTime() - hour);
    const expected = (busynessOf(new Date(hour)) * BUSIEST * most) / HOUR_MS;
    const count = Math.round(expected * (0.75 + 0.5 * random()));
    for (let i = 0; i < count; i += 1) times.push(Math.floor(hour + random() * most));
  }
  return times.sort((a, b) => a - b).map((ms) => new Date(ms));
}

function busynessOf(at: Date): number {
  const isWeekend = at.getDay() === 0 || at.getDay() === 6;
  return (HOURS[at.getHours()] ?? 0) * (isWeekend ? WEEKEND : 1);
}

export function isWithin({ from, to }: Span, at: Date): boolean {
  return at >= from && at < to;
}
