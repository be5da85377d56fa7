import { Skeleton } from "@/components/ui/skeleton";

/** A loading page with a form. */
export function FormSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={`Loading ${label}`} className="max-w-[720px] space-y-4 px-4 pt-5 md:px-6">
      <Skeleton className="h-5 w-24" />
      <Skeleton className="h-6 w-48" />
      <Skeleton className="mt-8 h-8 w-full" />
      <Skeleton className="h-8 w-full" />
      <Skeleton className="h-24 w-full" />
    </div>
  );
}
