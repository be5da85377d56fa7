import { Skeleton } from "@/components/ui/skeleton";

/** The verdict, six figures and a table on their way. */
export function HealthSkeleton() {
  return (
    <div role="status" aria-label="Loading the health of the installation" className="space-y-6 px-4 pb-12 md:px-6">
      <Skeleton className="h-6 w-64" />
      <Skeleton className="h-64 w-full lg:h-44" />
      <Skeleton className="h-5 w-32" />
      <Skeleton className="h-40 w-full" />
    </div>
  );
}
