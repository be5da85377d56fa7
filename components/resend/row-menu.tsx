"use client";

import { Ban, Ellipsis } from "lucide-react";
import { useRowActions } from "@/components/resend/row-actions";
import { Button } from "@/components/ui/button";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "@/components/ui/menu";

type RowMenuProps = { id: string; canCancel: boolean };

/** Further actions on a delivery's row; empty if there are none. */
export function RowMenu({ id, canCancel }: RowMenuProps) {
  const { cancel, pending } = useRowActions();
  if (!cancel || !canCancel) return null;
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label="More actions"
          disabled={pending.has(id)}
          className="opacity-0 focus-visible:opacity-100 data-[state=open]:opacity-100 group-focus-within/row:opacity-100 group-hover/row:opacity-100 pointer-coarse:opacity-100"
        >
          <Ellipsis aria-hidden />
        </Button>
      </MenuTrigger>
      <MenuContent align="end">
        <MenuItem danger onSelect={() => cancel(id)}>
          <Ban aria-hidden />
          Cancel delivery
        </MenuItem>
      </MenuContent>
    </Menu>
  );
}
