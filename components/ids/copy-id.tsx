"use client";

import { CopyButton } from "@/components/ui/copy-button";
import { TooltipProvider } from "@/components/ui/tooltip";

/** Also for pages that have no providers. */
export function CopyID({ id, what }: { id: string; what: string }) {
  return (
    <TooltipProvider>
      <CopyButton value={id} what={what} className="size-6" />
    </TooltipProvider>
  );
}
