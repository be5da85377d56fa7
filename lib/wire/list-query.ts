import { z } from "zod";
import { toPlainName } from "@/lib/wire/parameter-names";

/**
 * Schemas for the queries of lists. Browser-safe: the dashboard parses its own address with the same schemas.
 * `collectQuery` reads a query first, so that every value here is a list of texts or absent.
 */

/** A single value; the first one if it is repeated, absent if it is empty. */
export function queryValue<T extends z.ZodType>(schema: T) {
  return z.preprocess((given) => {
    const value: unknown = Array.isArray(given) ? given[0] : given;
    return value === "" || value === null ? undefined : value;
  }, schema);
}

/** A list: repeated keys, `key[]=` or commas, mixed freely; empty if absent. */
export function queryList<T extends z.ZodType>(item: T) {
  return z.preprocess(
    (given) =>
      [given ?? []]
        .flat()
        .flatMap((value) => String(value).split(","))
        .map((value) => value.trim())
        .filter((value) => value !== ""),
    z.array(item).max(200, "Name at most 200."),
  );
}

/** Text to search for. PostgreSQL's text has no NUL, so no text with NUL can be found. */
export const QueryText = queryValue(
  z
    .string()
    .max(500, "Use at most 500 characters.")
    .refine((text) => !text.includes("\0"), "Leave out the NUL character.")
    .optional(),
);

export const QueryId = queryValue(z.uuid("Give an identifier (a UUID).").optional());
export const QueryIds = queryList(z.uuid("Give an identifier (a UUID)."));

/** The paging parameters of every list. */
export const paging = {
  direction: queryValue(z.enum(["next", "prev"], "Choose next or prev.").default("next")).describe(
    "next reads on from next_page_cursor, prev reads back from prev_page_cursor",
  ),
  next_page_cursor: QueryText.describe("The cursor of the next page, as the last answer gave it"),
  prev_page_cursor: QueryText.describe("The cursor of the previous page, as the last answer gave it"),
  perPage: queryValue(
    z.coerce
      .number("Give a number from 1 to 100.")
      .int("Give a whole number.")
      .min(1, "Give a number from 1 to 100.")
      .max(100, "Give a number from 1 to 100.")
      .default(20),
  ).describe("Items per page"),
  sort: z
    .preprocess(
      (given) => {
        const value: unknown = Array.isArray(given) ? given[0] : given;
        return typeof value === "string" ? value.toUpperCase() || undefined : value;
      },
      z.enum(["ASC", "DESC"], "Choose ASC or DESC.").default("DESC"),
    )
    .describe("By creation time, in any case: ASC is oldest first, DESC newest first"),
};

export const Paging = z.object(paging);
export type Paging = z.infer<typeof Paging>;

/** For lists whose rows have payloads. */
export const payloadView = {
  view: queryValue(z.enum(["full", "summary"], "Choose full or summary.").default("full")).describe(
    "summary leaves out data, raw and headers, and a delivery's event_metadata has no endpoints; it is much cheaper to read",
  ),
};

/** One end of a range of dates. */
export const DateText = z
  .string()
  .refine(
    (text) => readInstant(text) !== null,
    "Give RFC 3339 (2027-01-31T12:00:00Z), YYYY-MM-DDTHH:MM:SS (UTC) or YYYY-MM-DD.",
  );

const DateBound = queryValue(DateText.optional());

/** Both inclusive, by creation time. Check them with `refineDateRange`. */
export const dateRange = {
  startDate: DateBound.describe(
    "Not before this: RFC 3339, or YYYY-MM-DDTHH:MM:SS in UTC, or YYYY-MM-DD, the start of that UTC day. Inclusive.",
  ),
  endDate: DateBound.describe(
    "Not after this: RFC 3339, or YYYY-MM-DDTHH:MM:SS in UTC, or YYYY-MM-DD, the end of that UTC day. Inclusive.",
  ),
};

type DateRange = { startDate?: string | undefined; endDate?: string | undefined };

/** Both ends of a range, null for an open one. `end` is the last millisecond that belongs to it. */
export function readDateRange(query: DateRange): { start: Date | null; end: Date | null } {
  const start = query.startDate === undefined ? null : readInstant(query.startDate);
  const end = query.endDate === undefined ? null : readInstant(query.endDate);
  return { start, end: end && isWholeDay(query.endDate) ? new Date(end.getTime() + 86_399_999) : end };
}

/** Refuses a range that starts after its end. */
export function refineDateRange(query: DateRange, ctx: z.core.$RefinementCtx): void {
  const { start, end } = readDateRange(query);
  if (start && end && start > end) {
    ctx.addIssue({ code: "custom", path: ["startDate"], message: "Starts after endDate." });
  }
}

/**
 * Collects a query as the schemas above expect it: the given texts per field. `eventType`, `event_type` and
 * `event_type[]` are one field, whatever the schema's spelling; unknown fields are dropped.
 */
export function collectQuery(search: URLSearchParams, fields: readonly string[]): Record<string, string[]> {
  const names = new Map(fields.map((name) => [toPlainName(name), name]));
  const collected: Record<string, string[]> = {};
  for (const [key, value] of search) {
    const name = names.get(toPlainName(key));
    if (!name) continue;
    collected[name] ??= [];
    collected[name].push(value);
  }
  return collected;
}

const INSTANT = /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?)([Zz]|[+-]\d{2}:\d{2})?)?$/;

function readInstant(text: string): Date | null {
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
