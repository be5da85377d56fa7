import { cn } from "@/components/ui/class-names";

/** A grey placeholder of the final size. Hidden from screen readers: the region around it says that it loads. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn("skeleton block h-4", className)} />;
}
