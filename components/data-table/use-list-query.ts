"use client";

import { parseAsNativeArrayOf, parseAsString, useQueryStates } from "nuqs";
import { useMemo } from "react";
import { parseListQuery } from "@/components/data-table/list-query";
import type { Pagination } from "@/lib/wire/fields";
import type { QueryReader } from "@/lib/wire/query-reader";

/** New values for names of the address; `null` removes a name. */
export type QueryPatch = Record<string, string | readonly string[] | null>;

const NONE: readonly string[] = [];
const MANY = parseAsNativeArrayOf(parseAsString);
const FIRST_PAGE = { direction: null, next_page_cursor: null, prev_page_cursor: null };

/**
 * The list's filters and its position, stored in the address under the names of /v1 and read as the API does.
 * Each change is a step of the browser's history. A `repeated` name occurs once for each of its values, which may
 * contain commas; every other name occurs once.
 */
export function useListQuery<Query>(reader: QueryReader<Query>, repeated: readonly string[] = NONE) {
  const parsers = useMemo(
    () => Object.fromEntries(reader.names.map((name) => [name, repeated.includes(name) ? MANY : parseAsString])),
    [reader, repeated],
  );
  const [raw, setRaw] = useQueryStates(parsers, { history: "push", scroll: false });
  const parsed = useMemo(() => parseListQuery(reader, raw), [reader, raw]);

  const moves = useMemo(() => toMoves(setRaw, repeated), [setRaw, repeated]);
  return { ...parsed, ...moves };
}

type SetRaw = (raw: Record<string, string | string[] | null> | null, options?: { history: History }) => unknown;
type History = "push" | "replace";

/** The changes of the address: the same functions for as long as the list is. */
function toMoves(setRaw: SetRaw, repeated: readonly string[]) {
  const toRaw = (name: string, value: QueryPatch[string]): string | string[] | null => {
    if (repeated.includes(name)) return value === null || value.length === 0 ? null : [value].flat();
    const text = value === null || typeof value === "string" ? value : value.join(",");
    return text === "" ? null : text;
  };

  const write = (patch: QueryPatch, history: History = "push") => {
    const changed = Object.entries(patch).map(([name, value]) => [name, toRaw(name, value)] as const);
    return setRaw(Object.fromEntries(changed), { history });
  };

  return {
    /**
     * Changes filters and returns to the first page. Text that is still being typed replaces its own step of the
     * history.
     */
    setFilters: (patch: QueryPatch, history?: History) => write({ ...FIRST_PAGE, ...patch }, history),
    clearFilters: () => setRaw(null),
    goNext: ({ next_page_cursor }: Pagination) => write({ ...FIRST_PAGE, direction: "next", next_page_cursor }),
    goPrevious: ({ prev_page_cursor }: Pagination) => write({ ...FIRST_PAGE, direction: "prev", prev_page_cursor }),
  };
}
