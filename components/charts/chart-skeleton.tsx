import { Skeleton } from "@/components/ui/skeleton";

/** In place of a chart that is still to come, and as high as it will be. */
export function ChartSkeleton() {
  return (
    <div className="@container">
      <Skeleton className="h-48.25 @3xl:h-42.25 @max-[30rem]:h-53.25 w-full" />
    </div>
  );
}
