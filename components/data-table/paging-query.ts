import { parseAsInteger, parseAsString, parseAsStringLiteral } from "nuqs/server";

/** A page's place in its list, named in the address as in /v1. */
export const pagingParsers = {
  direction: parseAsStringLiteral(["next", "prev"]),
  next_page_cursor: parseAsString,
  prev_page_cursor: parseAsString,
  perPage: parseAsInteger,
};

/** Back to the first page: whoever changes a filter sets these too. */
export const FIRST_PAGE = { direction: null, next_page_cursor: null, prev_page_cursor: null } as const;
