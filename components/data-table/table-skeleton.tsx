import { cn } from "@/components/ui/class-names";
import { Skeleton } from "@/components/ui/skeleton";

type TableSkeletonProps = { label: string; rows?: number };

const CELLS = ["w-24", "w-44 max-md:hidden", "w-36 max-md:hidden", "w-28 max-lg:hidden", "ml-auto w-16"];

/** Placeholders of the same height and width as the rows. */
export function TableSkeleton({ label, rows = 12 }: TableSkeletonProps) {
  const names = Array.from({ length: rows }, (_, row) => `row-${row}`);
  return (
    <div role="status" aria-label={`Loading ${label}`}>
      <div className="h-9 border-b max-md:hidden" />
      {names.map((name) => (
        <div key={name} className="flex h-10 items-center gap-6 border-b px-4 max-md:h-[93px] md:px-6">
          {CELLS.map((width) => (
            <Skeleton key={width} className={cn(width)} />
          ))}
        </div>
      ))}
    </div>
  );
}
