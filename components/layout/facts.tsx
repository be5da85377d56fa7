import type { ReactNode } from "react";
import { cn } from "@/components/ui/class-names";

/** Names and values of a resource, in two columns. */
export function Facts({ children, className }: { children: ReactNode; className?: string }) {
  return <dl className={cn("grid grid-cols-2 gap-x-6 gap-y-3 text-sm", className)}>{children}</dl>;
}

type FactProps = { name: string; wide?: boolean; children: ReactNode };

export function Fact({ name, wide, children }: FactProps) {
  return (
    <div className={cn("min-w-0", wide && "col-span-2")}>
      <dt className="text-ink-muted">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}
