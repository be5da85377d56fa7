"use client";

import { UserRound } from "lucide-react";
import { useState } from "react";
import { useLate } from "@/components/late/use-late";
import type { UserMenuContentProps } from "@/components/layout/user-menu-content";
import { Menu, MenuTrigger } from "@/components/ui/menu";

const loadContent = () => import("@/components/layout/user-menu-content");

export function UserMenu(props: UserMenuContentProps) {
  const [isOpen, setOpen] = useState(false);
  const late = useLate(loadContent, isOpen);
  return (
    <Menu open={isOpen} onOpenChange={setOpen}>
      <MenuTrigger
        aria-label="Account"
        className="flex size-8 items-center justify-center rounded text-ink-muted hover:bg-hover hover:text-ink pointer-coarse:size-10"
      >
        <UserRound aria-hidden className="size-4" />
      </MenuTrigger>
      {late && <late.UserMenuContent {...props} />}
    </Menu>
  );
}
