"use client";

import { Columns3 } from "lucide-react";
import { useState } from "react";
import { useLate } from "@/components/late/use-late";
import { Button } from "@/components/ui/button";
import { Popover, PopoverTrigger } from "@/components/ui/popover";
import type { ChosenColumns } from "@/components/views/use-column-choice";

const loadContent = () => import("@/components/views/columns-content");

/** Chooses the columns of a table and their order. Cards on the phone have no columns. */
export function ColumnChooser({ columns }: { columns: ChosenColumns }) {
  const [isOpen, setOpen] = useState(false);
  const late = useLate(loadContent, isOpen);
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button className="font-normal max-md:hidden">
          <Columns3 aria-hidden className="text-ink-muted" />
          Columns
          {!columns.isUsual && <span className="font-medium tabular-nums">{columns.chosen.length}</span>}
        </Button>
      </PopoverTrigger>
      {late && <late.ColumnsContent columns={columns} />}
    </Popover>
  );
}
