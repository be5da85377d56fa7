/** "local" is the zone of the reader's browser, whatever that is; else an IANA name such as "Europe/Berlin". */
export type ZoneChoice = string;

export const ZONE_COOKIE = "zone";
/** The zone of the browser itself, as it was when it was last here. */
export const LOCAL_ZONE_COOKIE = "local_zone";
export const LOCAL: ZoneChoice = "local";

/** The choice in a cookie, by the zone's one canonical name; "local" if there is none, or none that names a zone. */
export function toZoneChoice(value: string | undefined): ZoneChoice {
  if (value === undefined || value === LOCAL) return LOCAL;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: value }).resolvedOptions().timeZone;
  } catch (error) {
    if (error instanceof RangeError) return LOCAL;
    throw error;
  }
}

/** By canonical names, of which there are some hundreds. */
const writers = new Map<string, Intl.DateTimeFormat>();

/** Making one takes a hundred times as long as using it. */
function writerOf(zone: string): Intl.DateTimeFormat {
  const known = writers.get(zone);
  if (known) return known;
  const writer = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    fractionalSecondDigits: 3,
    hourCycle: "h23",
  });
  writers.set(zone, writer);
  return writer;
}

/** What clocks and calendars of a zone show: "2026-07-01T14:03:11.204". */
export function toWallClock(at: Date, zone: string): string {
  const parts = writerOf(zone).formatToParts(at);
  const get = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? "";
  const date = `${get("year").padStart(4, "0")}-${get("month")}-${get("day")}`;
  return `${date}T${get("hour")}:${get("minute")}:${get("second")}.${get("fractionalSecond")}`;
}

const DAY_MS = 86_400_000;

/**
 * The moment at which the clocks of a zone show something, such as "2026-07-01T14:03" or with seconds. Of two, when the
 * clocks are put back, the first; a time that they skip counts on from before the skip, as in JavaScript's own `Date`.
 */
export function fromWallClock(shown: string, zone: string): Date {
  const asUtc = Date.parse(`${shown}Z`);
  const [before, after] = [asUtc - DAY_MS, asUtc + DAY_MS].map((ms) => asUtc - offsetAt(ms, zone));
  const showsIt = (ms: number) => ms + offsetAt(ms, zone) === asUtc;
  const found = [before, after].find((ms) => ms !== undefined && showsIt(ms)) ?? before;
  return new Date(found ?? Number.NaN);
}

/** How far the clocks of a zone are ahead of UTC, in milliseconds. */
function offsetAt(ms: number, zone: string): number {
  return Date.parse(`${toWallClock(new Date(ms), zone)}Z`) - ms;
}

/** The name of a zone beside a time of it, by its distance to UTC then: "UTC", "UTC+2", "UTC-3:30". */
export function nameOffset(at: Date, zone: string): string {
  const minutes = Math.round(offsetAt(at.getTime(), zone) / 60_000);
  if (minutes === 0) return "UTC";
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? "-" : "+"}${hours}${rest === 0 ? "" : `:${String(rest).padStart(2, "0")}`}`;
}

/** All zones that this browser knows, and one that was chosen in another; UTC first. */
export function listZones(chosen: ZoneChoice): string[] {
  const zones = new Set([...Intl.supportedValuesOf("timeZone"), chosen]);
  return ["UTC", ...[...zones].filter((zone) => zone !== "UTC" && zone !== LOCAL).sort()];
}
