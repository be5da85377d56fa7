"use client";

import { History } from "lucide-react";
import { ExactTime } from "@/components/time/time";
import { Button } from "@/components/ui/button";
import type { ListEventDeliveries } from "@/lib/nouns/deliveries/schemas";
import { isSearch } from "@/lib/nouns/events/search-conditions";
import type { Page, Pagination } from "@/lib/wire/fields";

type SearchProgressProps = {
  values: ListEventDeliveries;
  result: { data: Page<unknown> | undefined; error: unknown };
  goNext: (pagination: Pagination) => void;
  goPrevious: (pagination: Pagination) => void;
};

/** How far a search went, which reads what came in row by row, and the way on; nothing of a list that is not searched. */
export function SearchProgress({ values, result: { data, error }, ...ways }: SearchProgressProps) {
  if (!isSearch(values) || !data || error) return null;
  const { searched_until: until, has_next_page: hasNext } = data.pagination;
  if (!until && hasNext) return null;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t px-4 py-3 text-ink-muted text-sm md:px-6"
    >
      {until ? (
        <Extent {...ways} page={data} until={until} isUpwards={values.direction === "prev"} />
      ) : (
        <p>Every delivery that the other filters leave was searched.</p>
      )}
    </div>
  );
}

type ExtentProps = Pick<SearchProgressProps, "goNext" | "goPrevious"> & {
  page: Page<unknown>;
  until: string;
  /** Towards newer deliveries, since one went back to an earlier page. */
  isUpwards: boolean;
};

function Extent({ page: { content, pagination }, until, isUpwards, goNext, goPrevious }: ExtentProps) {
  return (
    <>
      <p>
        {content.length === 0 && "None found so far. "}
        Searched {isUpwards ? "up to" : "back until"} <ExactTime at={until} className="text-ink" />.{" "}
        {isUpwards ? "Newer" : "Older"} deliveries were not looked at yet.
      </p>
      <Button size="sm" onClick={() => (isUpwards ? goPrevious : goNext)(pagination)}>
        <History aria-hidden />
        Go on {isUpwards ? "after" : "before"} that
      </Button>
    </>
  );
}
