"use client";

import { useQueryStates } from "nuqs";
import { FIRST_PAGE, pagingParsers } from "@/components/data-table/paging-query";
import type { Pagination } from "@/lib/fields";

export const PER_PAGE_CHOICES = [20, 50, 100];
const DEFAULT_PER_PAGE = 20;

/** The page's place in its list, kept in the address; each step is a step of the browser's history. */
export function usePaging() {
  const [paging, setPaging] = useQueryStates(pagingParsers, { history: "push", scroll: true });
  return {
    perPage: paging.perPage ?? DEFAULT_PER_PAGE,
    isFirstPage: paging.next_page_cursor === null && paging.prev_page_cursor === null,
    goNext: (pagination: Pagination) =>
      setPaging({ direction: "next", next_page_cursor: pagination.next_page_cursor, prev_page_cursor: null }),
    goPrevious: (pagination: Pagination) =>
      setPaging({ direction: "prev", next_page_cursor: null, prev_page_cursor: pagination.prev_page_cursor }),
    setPerPage: (perPage: number) =>
      setPaging({ ...FIRST_PAGE, perPage: perPage === DEFAULT_PER_PAGE ? null : perPage }),
  };
}
