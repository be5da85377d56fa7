"use client";

import { ArrowUp } from "lucide-react";
import type { Waiting } from "@/components/data-table/use-held-rows";
import { useShortcuts } from "@/components/layout/use-shortcuts";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";

/** How many rows wait at the top of the list, with the button that shows them. It takes no room from the rows. */
export function WaitingRows({ waiting, noun }: { waiting: Waiting; noun: string }) {
  const { newCount, isMore, show } = waiting;
  const showAtTop = () => {
    show();
    // The top of the list, not of the page: what is above it may be long.
    document.querySelector("[data-list-top]")?.scrollIntoView({ block: "nearest" });
  };
  useShortcuts({ ".": showAtTop });
  const count = `${newCount.toLocaleString("en")}${isMore ? "+" : ""} new`;
  return (
    <div className="pointer-events-none sticky top-24 z-[11] flex h-0 justify-center">
      <Button
        size="sm"
        aria-label={`Show ${count} ${noun}`}
        onClick={showAtTop}
        className="pointer-events-auto -mt-4 h-8 rounded-full bg-raised shadow-popover"
      >
        <ArrowUp aria-hidden />
        {count}
        <Kbd className="max-md:hidden">.</Kbd>
      </Button>
    </div>
  );
}
