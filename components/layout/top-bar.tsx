"use client";

import { Menu as MenuIcon, Search } from "lucide-react";
import { HealthDot } from "@/components/layout/health-dot";
import { ProjectSwitcher } from "@/components/layout/project-switcher";
import type { Theme } from "@/components/layout/theme";
import { UserMenu } from "@/components/layout/user-menu";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";

type TopBarProps = {
  projectID: string;
  theme: Theme;
  onOpenNavigation: () => void;
  onOpenPalette: () => void;
  onShowKeys: () => void;
};

export function TopBar({ projectID, theme, onOpenNavigation, onOpenPalette, onShowKeys }: TopBarProps) {
  return (
    <header className="sticky top-0 z-20 flex h-12 items-center gap-1 border-b bg-canvas px-2 md:px-4">
      <Button
        variant="ghost"
        size="icon"
        aria-label="Open the navigation"
        onClick={onOpenNavigation}
        className="md:hidden"
      >
        <MenuIcon aria-hidden />
      </Button>
      <ProjectSwitcher projectID={projectID} />
      <button
        type="button"
        onClick={onOpenPalette}
        className="ml-auto flex h-8 items-center gap-2 rounded border border-line px-2 text-ink-muted text-sm hover:border-line-strong hover:bg-hover pointer-coarse:h-10 max-md:w-10 max-md:justify-center max-md:border-transparent"
      >
        <Search aria-hidden className="size-4" />
        <span className="max-md:sr-only md:w-36 md:text-left">Search</span>
        <Kbd className="max-md:hidden">⌘K</Kbd>
      </button>
      <HealthDot />
      <UserMenu theme={theme} onShowKeys={onShowKeys} />
    </header>
  );
}
