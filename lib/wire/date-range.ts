export type DateRange = { startDate?: string | undefined; endDate?: string | undefined };

export const DATE_RULE = "Give RFC 3339 (2027-01-31T12:00:00Z), YYYY-MM-DDTHH:MM:SS (UTC) or YYYY-MM-DD.";
export const REVERSED = "Starts after endDate.";

/** Both ends of a range, null for an open one. `end` is the last millisecond that belongs to it. */
export function readDateRange(query: DateRange): { start: Date | null; end: Date | null } {
  const start = query.startDate === undefined ? null : readInstant(query.startDate);
  const end = query.endDate === undefined ? null : readInstant(query.endDate);
  return { start, end: end && isWholeDay(query.endDate) ? new Date(end.getTime() + 86_399_999) : end };
}

/** Whether a range starts after its end. */
export function isReversed(query: DateRange): boolean {
  const { start, end } = readDateRange(query);
  return start !== null && end !== null && start > end;
}

const INSTANT = /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?)([Zz]|[+-]\d{2}:\d{2})?)?$/;

/** The moment that a text names, as `DATE_RULE` says; null if it names none. */
export function readInstant(text: string): Date | null {
  const [, day, time = "00:00:00", zone = "Z"] = INSTANT.exec(text) ?? [];
  if (!day || !isCalendarDay(day)) return null;
  const instant = new Date(`${day}T${time}${zone.toUpperCase()}`);
  return Number.isNaN(instant.getTime()) ? null : instant;
}

/** JavaScript reads 30 February as 1 March, which is never meant. */
function isCalendarDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

function isWholeDay(text: string | undefined): boolean {
  return text?.length === 10;
}
