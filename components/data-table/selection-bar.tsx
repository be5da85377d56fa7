import { X } from "lucide-react";
import type { ReactNode } from "react";
import { countRows } from "@/components/data-table/count-rows";
import { Button } from "@/components/ui/button";

type SelectionBarProps = {
  count: number;
  /** There are more than were counted. */
  isMore?: boolean;
  noun: string;
  onClear: () => void;
  children: ReactNode;
};

/** Shown at the bottom while rows are selected: how many, and the actions for all of them. */
export function SelectionBar({ count, isMore = false, noun, onClear, children }: SelectionBarProps) {
  if (count === 0) return null;
  return (
    <div
      role="toolbar"
      aria-label="Selected rows"
      className="enter-up sticky bottom-[calc(var(--dock)+1rem)] z-20 mx-auto flex w-fit max-w-[calc(100%-2rem)] items-center gap-2 rounded-lg border bg-raised p-1.5 pl-3 shadow-popover"
    >
      <span role="status" className="pr-2 text-sm">
        {isMore && "More than "}
        {countRows(count, noun)} selected
      </span>
      {children}
      <Button variant="ghost" size="icon-sm" aria-label="Clear the selection" onClick={onClear}>
        <X aria-hidden />
      </Button>
    </div>
  );
}
