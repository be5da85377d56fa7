"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { countRows } from "@/components/data-table/count-rows";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/input";
import type { Pagination } from "@/lib/wire/fields";

const DEFAULT_PER_PAGE = 20;
const PER_PAGE_CHOICES = [DEFAULT_PER_PAGE, 50, 100];

export type PagedList = {
  values: { perPage?: unknown };
  goNext: (pagination: Pagination) => void;
  goPrevious: (pagination: Pagination) => void;
  setFilters: (patch: { perPage: string }) => void;
};

type PagerProps = { list: PagedList; pagination: Pagination; count: number; noun: string };

/** Next and previous by cursor. There is no total, because counting a table of events costs more than it is worth. */
export function Pager({ list, pagination, count, noun }: PagerProps) {
  const isWhole = !pagination.has_next_page && !pagination.has_prev_page && list.values.perPage === DEFAULT_PER_PAGE;
  if (isWhole) return <p className="px-4 py-3 text-ink-muted text-sm md:px-6">{countRows(count, noun)}</p>;
  return (
    <nav aria-label={`Pages of ${noun}`} className="flex items-center gap-2 px-4 py-3 text-ink-muted text-sm md:px-6">
      <span className="mr-auto">{countRows(count, noun)} on this page</span>
      <Select
        aria-label="Rows per page"
        value={String(list.values.perPage)}
        onChange={(event) => list.setFilters({ perPage: event.target.value })}
        className="w-auto max-md:hidden"
      >
        {PER_PAGE_CHOICES.map((choice) => (
          <option key={choice} value={choice}>
            {choice} per page
          </option>
        ))}
      </Select>
      <Button disabled={!pagination.has_prev_page} onClick={() => list.goPrevious(pagination)}>
        <ChevronLeft aria-hidden />
        Previous
      </Button>
      <Button disabled={!pagination.has_next_page} onClick={() => list.goNext(pagination)}>
        Next
        <ChevronRight aria-hidden />
      </Button>
    </nav>
  );
}
