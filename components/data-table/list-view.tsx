"use client";

import type { RowData } from "@tanstack/react-table";
import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { EmptyState } from "@/components/data/empty-state";
import { ErrorReason } from "@/components/data/error-reason";
import { ErrorState } from "@/components/data/error-state";
import { LiveMark } from "@/components/data/live-mark";
import { DataTable, type DataTableProps } from "@/components/data-table/data-table";
import { type PagedList, Pager } from "@/components/data-table/pager";
import { TableSkeleton } from "@/components/data-table/table-skeleton";
import type { Waiting } from "@/components/data-table/use-held-rows";
import { WaitingRows } from "@/components/data-table/waiting-rows";
import { PageHeader } from "@/components/layout/page-header";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import type { ApiError } from "@/lib/api/client";
import type { Page, Pagination } from "@/lib/wire/fields";

type ListViewProps<Row extends RowData> = {
  title: string;
  /** The list is part of a page that has a heading already. */
  isPart?: boolean;
  /** The rows' noun in the plural: "deliveries". */
  noun: string;
  note?: ReactNode;
  /** The button that creates a new one; if there is none yet, the empty state offers it instead. */
  action?: ReactNode;
  filters?: ReactNode;
  list: PagedList & {
    problem: string | null;
    isFiltered: boolean;
    isFirstPage: boolean;
    clearFilters: () => void;
  };
  result: { data: Page<Row> | undefined; error: ApiError | null; refetch: () => void };
  table: Omit<DataTableProps<Row>, "label" | "rows">;
  /** The new rows of a list in which they wait for the reader. */
  waiting?: Waiting;
  /** Replaces the usual words if the list was not loaded for a reason that the page can explain. */
  failure?: ReactNode;
  /** Shown if there is nothing yet. */
  empty: ReactNode;
  /** Below the table, while there are rows. */
  children?: ReactNode;
};

/** A list in all its states: loading, failed, nothing yet, nothing found, and its rows with their pages. */
export function ListView<Row extends RowData>(props: ListViewProps<Row>) {
  const { title, isPart, note, action, filters, list, result } = props;
  const { data } = result;
  const isNarrowed = list.isFiltered || !list.isFirstPage;
  const isUnused = data?.content.length === 0 && !isNarrowed;

  return (
    <>
      <PageHeader title={title} note={note} freshness={!isPart && <LiveMark />} {...(isPart && { isPart })}>
        {data && !isUnused && action}
      </PageHeader>
      {!isUnused && filters}
      {list.problem && (
        <Callout tone="warning" className="mx-4 mb-3 md:mx-6">
          The address holds a filter that cannot be read, so nothing is filtered. {list.problem}
        </Callout>
      )}
      <LoadFailure {...props} />
      <Rows {...props} isUnused={isUnused} />
    </>
  );
}

/** Why the latest could not be loaded, with a retry. */
function LoadFailure<Row extends RowData>({ noun, result, failure }: ListViewProps<Row>) {
  const { data, error, refetch } = result;
  if (!error) return null;
  if (failure) return failure;
  if (!data) return <ErrorState title={`The ${noun} could not be loaded`} error={error} onRetry={refetch} />;
  return (
    <Callout
      tone="warning"
      className="mx-4 mb-3 md:mx-6"
      action={
        <Button size="sm" onClick={refetch}>
          Try again
        </Button>
      }
    >
      <ErrorReason error={{ ...error, message: `This may be old: the latest could not be loaded. ${error.message}` }} />
    </Callout>
  );
}

/** What there is to show, which is nothing where the page explains a failure itself. */
function Rows<Row extends RowData>(props: ListViewProps<Row> & { isUnused: boolean }) {
  const { title, noun, list, result, table, waiting, failure, empty, children, isUnused } = props;
  const { data, error } = result;
  if (isUnused) return empty;
  if (error && (failure || !data)) return null;
  if (!data) return <TableSkeleton label={noun} />;
  if (data.content.length === 0) return <NothingFound noun={noun} list={list} pagination={data.pagination} />;
  return (
    <>
      <div ref={waiting?.watch} data-list-top className="scroll-mt-12">
        {waiting && waiting.newCount > 0 && <WaitingRows waiting={waiting} noun={noun} />}
        <DataTable label={title} rows={data.content} {...table} />
      </div>
      <Pager list={list} pagination={data.pagination} count={data.content.length} noun={noun} />
      {children}
    </>
  );
}

type NothingFoundProps = Pick<ListViewProps<RowData>, "noun" | "list"> & { pagination: Pagination };

/** Nothing at all of a search that has not ended: it says itself how far it went. */
function NothingFound({ noun, list, pagination }: NothingFoundProps) {
  if (pagination.searched_until) return null;
  return (
    <EmptyState
      icon={SearchX}
      title={`No ${noun} fit these filters`}
      action={<Button onClick={list.clearFilters}>Clear filters</Button>}
    />
  );
}
