"use client";

import { Keyboard, LogOut, Monitor, Moon, ShieldCheck, Sun, UserCog, UserRound } from "lucide-react";
import { signOut } from "next-auth/react";
import { useGo } from "@/components/forms/unsaved-warning";
import { type Theme, toTheme } from "@/components/layout/theme";
import { chooseTheme, useTheme } from "@/components/layout/use-theme";
import { useMe } from "@/components/session/me";
import {
  Menu,
  MenuContent,
  MenuItem,
  MenuLabel,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
  MenuTrigger,
} from "@/components/ui/menu";

type UserMenuProps = { theme: Theme; onShowKeys?: () => void };

export function UserMenu({ theme: first, onShowKeys }: UserMenuProps) {
  const me = useMe();
  const go = useGo();
  const theme = useTheme(first);

  return (
    <Menu>
      <MenuTrigger
        aria-label="Account"
        className="flex size-8 items-center justify-center rounded text-ink-muted hover:bg-hover hover:text-ink pointer-coarse:size-10"
      >
        <UserRound aria-hidden className="size-4" />
      </MenuTrigger>
      <MenuContent align="end" className="w-60">
        <MenuLabel>
          <span className="block truncate text-ink">{me?.name || me?.email}</span>
          {me?.name && me.email && <span className="block truncate">{me.email}</span>}
        </MenuLabel>
        <MenuSeparator />
        <MenuItem onSelect={() => go("/account")}>
          <UserCog aria-hidden /> Your account
        </MenuItem>
        {me?.is_owner && (
          <MenuItem onSelect={() => go("/installation/health")}>
            <ShieldCheck aria-hidden /> Installation
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuRadioGroup value={theme} onValueChange={(value) => chooseTheme(toTheme(value))} aria-label="Colours">
          <MenuRadioItem value="system">
            <Monitor aria-hidden /> As the system
          </MenuRadioItem>
          <MenuRadioItem value="light">
            <Sun aria-hidden /> Light
          </MenuRadioItem>
          <MenuRadioItem value="dark">
            <Moon aria-hidden /> Dark
          </MenuRadioItem>
        </MenuRadioGroup>
        <MenuSeparator />
        {onShowKeys && (
          <MenuItem onSelect={onShowKeys}>
            <Keyboard aria-hidden /> Keyboard shortcuts
          </MenuItem>
        )}
        <MenuItem onSelect={() => void signOut({ callbackUrl: "/sign-in" })}>
          <LogOut aria-hidden /> Sign out
        </MenuItem>
      </MenuContent>
    </Menu>
  );
}
