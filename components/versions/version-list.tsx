"use client";

import { type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Query } from "@/components/data/read";
import { RetryLine } from "@/components/data/retry-line";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { Page } from "@/lib/wire/fields";

const AT_ONCE = 10;

type VersionListProps<V> = {
  /** Describes one page of them. */
  readPage: (page: Query) => UseQueryOptions<Page<V>>;
  /** A version as an item of the list. */
  children: (version: V) => ReactNode;
  /** What is said below them. */
  status?: ReactNode;
};

/** The versions of something that is saved, the newest first, page by page. */
export function VersionList<V>({ readPage, children, status }: VersionListProps<V>) {
  const [cursor, setCursor] = useState<Record<string, string>>({});
  const { data, error, refetch } = useQuery(readPage({ perPage: AT_ONCE, ...cursor }));
  if (!data && error) return <RetryLine error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-16 w-full" />;
  const { content, pagination } = data;
  if (content.length === 0) return <p className="text-ink-muted text-sm">No version is kept.</p>;
  return (
    <div className="space-y-2">
      <ul className="divide-y rounded border">{content.map(children)}</ul>
      {status}
      {(pagination.has_prev_page || pagination.has_next_page) && (
        <div className="flex gap-2">
          <Button
            size="sm"
            disabled={!pagination.has_prev_page}
            onClick={() => setCursor({ direction: "prev", prev_page_cursor: pagination.prev_page_cursor })}
          >
            Newer versions
          </Button>
          <Button
            size="sm"
            disabled={!pagination.has_next_page}
            onClick={() => setCursor({ next_page_cursor: pagination.next_page_cursor })}
          >
            Older versions
          </Button>
        </div>
      )}
    </div>
  );
}
