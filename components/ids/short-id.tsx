"use client";

import { shortenID } from "@/components/ids/id-text";
import { cn } from "@/components/ui/class-names";
import { CopyButton } from "@/components/ui/copy-button";

type ShortIDProps = { id: string; what: string; full?: boolean; className?: string };

/** An id in mono, shortened in the middle; the copy button appears on hover and focus, and stays on touch. */
export function ShortID({ id, what, full, className }: ShortIDProps) {
  return (
    <span className={cn("group/id inline-flex min-w-0 items-center gap-1", className)}>
      <span title={id} className="truncate font-mono text-sm">
        {full ? id : shortenID(id)}
      </span>
      <CopyButton
        value={id}
        what={what}
        className="size-6 opacity-0 focus-visible:opacity-100 group-hover/id:opacity-100 pointer-coarse:size-8 pointer-coarse:opacity-100 [&_svg]:size-3.5"
      />
    </span>
  );
}
