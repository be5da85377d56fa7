import { TableSkeleton } from "@/components/data-table/table-skeleton";
import { PageHeader } from "@/components/layout/page-header";
import { Skeleton } from "@/components/ui/skeleton";

/** A loading list: its heading at once, placeholders for its filters and rows. */
export function ListSkeleton({ title }: { title: string }) {
  return (
    <>
      <PageHeader title={title} />
      <div className="flex gap-2 px-4 pb-3 md:px-6">
        <Skeleton className="h-8 w-72 max-md:h-10 max-md:w-full" />
      </div>
      <TableSkeleton label={title.toLowerCase()} />
    </>
  );
}
