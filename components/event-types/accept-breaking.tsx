"use client";

import { useId } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import type { ImportedEventTypes } from "@/lib/nouns/event-types/schemas";

type AcceptBreakingProps = { isAccepted: boolean; onAccept: (isAccepted: boolean) => void };

/** Asks whether types that would break receivers are to be imported too; the preview is made anew then. */
export function AcceptBreaking({ isAccepted, onAccept }: AcceptBreakingProps) {
  const id = useId();
  return (
    <label htmlFor={id} className="flex items-start gap-2.5 text-sm">
      <Checkbox id={id} checked={isAccepted} onChange={(event) => onAccept(event.target.checked)} />
      <span>
        <span className="block font-medium">Accept breaking changes</span>
        <span className="block text-ink-muted">
          Types that would break their receivers are imported too. Look at the preview again before you import.
        </span>
      </span>
    </label>
  );
}

export function hasBreaking(preview: ImportedEventTypes | undefined): boolean {
  return preview?.results.some((one) => one.breaking_changes.length > 0) ?? false;
}
