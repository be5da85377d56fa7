import { z } from "zod";
import { DATE_RULE, type DateRange, isReversed, REVERSED, readInstant } from "@/lib/wire/date-range";
import { DIRECTIONS, MAX_LISTED, MAX_TEXT, QUERY_RULES, SORTS, VIEWS } from "@/lib/wire/query-reader";

/**
 * Schemas for the queries of lists. `collectQuery` reads a query first, so that every value here is a list of texts or
 * absent. The dashboard reads its own address by the readers of query-reader.ts, which decide the same.
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
    z.array(item).max(MAX_LISTED, QUERY_RULES.many),
  );
}

/** Text to search for. PostgreSQL's text has no NUL, so no text with NUL can be found. */
export const QueryText = queryValue(
  z
    .string()
    .max(MAX_TEXT, QUERY_RULES.long)
    .refine((text) => !text.includes("\0"), QUERY_RULES.nul)
    .optional(),
);

export const QueryId = queryValue(z.uuid(QUERY_RULES.id).optional());
export const QueryIds = queryList(z.uuid(QUERY_RULES.id));

/** The paging parameters of every list. */
export const paging = {
  direction: queryValue(z.enum(DIRECTIONS, QUERY_RULES.direction).default("next")).describe(
    "next reads on from next_page_cursor, prev reads back from prev_page_cursor",
  ),
  next_page_cursor: QueryText.describe("The cursor of the next page, as the last answer gave it"),
  prev_page_cursor: QueryText.describe("The cursor of the previous page, as the last answer gave it"),
  perPage: queryValue(
    z.coerce
      .number(QUERY_RULES.perPage)
      .int(QUERY_RULES.whole)
      .min(1, QUERY_RULES.perPage)
      .max(100, QUERY_RULES.perPage)
      .default(20),
  ).describe("Items per page"),
  sort: z
    .preprocess((given) => {
      const value: unknown = Array.isArray(given) ? given[0] : given;
      return typeof value === "string" ? value.toUpperCase() || undefined : value;
    }, z.enum(SORTS, QUERY_RULES.sort).default("DESC"))
    .describe("By creation time, in any case: ASC is oldest first, DESC newest first"),
};

export const Paging = z.object(paging);
export type Paging = z.infer<typeof Paging>;

/** For lists whose rows have payloads. */
export const payloadView = {
  view: queryValue(z.enum(VIEWS, QUERY_RULES.view).default("full")).describe(
    "summary leaves out data, raw and headers, and a delivery's event_metadata has no endpoints; it is much cheaper to read",
  ),
};

/** One end of a range of dates. */
export const DateText = z.string().refine((text) => readInstant(text) !== null, DATE_RULE);

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

/** Refuses a range that starts after its end. */
export function refineDateRange(query: DateRange, ctx: z.core.$RefinementCtx): void {
  if (isReversed(query)) ctx.addIssue({ code: "custom", path: ["startDate"], message: REVERSED });
}
