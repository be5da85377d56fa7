"use client";

import { Bookmark, ChevronDown } from "lucide-react";
import { useState } from "react";
import { useLate } from "@/components/late/use-late";
import { Button } from "@/components/ui/button";
import { Popover, PopoverTrigger } from "@/components/ui/popover";
import type { ViewsContentProps } from "@/components/views/views-content";

const loadContent = () => import("@/components/views/views-content");

/** Opens the saved views of a list. */
export function ViewsMenu(props: Omit<ViewsContentProps, "onClose">) {
  const [isOpen, setOpen] = useState(false);
  const late = useLate(loadContent, isOpen);
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button className="font-normal">
          <Bookmark aria-hidden className="text-ink-muted" />
          Views
          <ChevronDown aria-hidden className="text-ink-muted max-md:hidden" />
        </Button>
      </PopoverTrigger>
      {late && <late.ViewsContent {...props} onClose={() => setOpen(false)} />}
    </Popover>
  );
}
