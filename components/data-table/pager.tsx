"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { PER_PAGE_CHOICES, usePaging } from "@/components/data-table/use-paging";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/input";
import type { Pagination } from "@/lib/fields";

type PagerProps = { pagination: Pagination | undefined; count: number; noun: string };

/** Next and previous by cursor. There is no total, because counting a table of events costs more than it tells. */
export function Pager({ pagination, count, noun }: PagerProps) {
  const { perPage, goNext, goPrevious, setPerPage } = usePaging();
  if (!pagination) return null;
  return (
    <nav aria-label={`Pages of ${noun}`} className="flex items-center gap-2 px-4 py-3 text-ink-muted text-sm md:px-6">
      <span className="mr-auto">
        {count} {noun} on this page
      </span>
      <Select
        aria-label={`${noun} per page`}
        value={perPage}
        onChange={(event) => setPerPage(Number(event.target.value))}
        className="w-auto max-md:hidden"
      >
        {PER_PAGE_CHOICES.map((choice) => (
          <option key={choice} value={choice}>
            {choice} per page
          </option>
        ))}
      </Select>
      <Button disabled={!pagination.has_prev_page} onClick={() => goPrevious(pagination)}>
        <ChevronLeft aria-hidden />
        Previous
      </Button>
      <Button disabled={!pagination.has_next_page} onClick={() => goNext(pagination)}>
        Next
        <ChevronRight aria-hidden />
      </Button>
    </nav>
  );
}
