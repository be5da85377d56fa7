"use client";

import { Clock, Globe, Keyboard, LogOut, MapPin, Monitor, Moon, ShieldCheck, Sun, UserCog } from "lucide-react";
import { useGo } from "@/components/forms/unsaved-warning";
import { type Theme, toTheme } from "@/components/layout/theme";
import { chooseTheme, useTheme } from "@/components/layout/use-theme";
import { useMe } from "@/components/session/me";
import { signOut } from "@/components/session/sign-out";
import { chooseZone, readLocalZone, useZoneChoice } from "@/components/time/use-zone";
import { LOCAL } from "@/components/time/zone";
import { MenuContent, MenuItem, MenuLabel, MenuRadioGroup, MenuRadioItem, MenuSeparator } from "@/components/ui/menu";

export type UserMenuContentProps = { theme: Theme; onShowKeys?: () => void };

export function UserMenuContent({ theme: first, onShowKeys }: UserMenuContentProps) {
  const me = useMe();
  const go = useGo();
  const theme = useTheme(first);

  return (
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
      <ZoneItems onOther={() => go("/account#times")} />
      <MenuSeparator />
      {onShowKeys && (
        <MenuItem onSelect={onShowKeys}>
          <Keyboard aria-hidden /> Keyboard shortcuts
        </MenuItem>
      )}
      <MenuItem onSelect={() => void signOut()}>
        <LogOut aria-hidden /> Sign out
      </MenuItem>
    </MenuContent>
  );
}

/** The zones that are chosen most. All others are on the account's page. */
function ZoneItems({ onOther }: { onOther: () => void }) {
  const choice = useZoneChoice();
  const isOther = choice !== LOCAL && choice !== "UTC";
  return (
    <>
      <MenuRadioGroup value={choice} onValueChange={chooseZone} aria-label="Times">
        <MenuRadioItem value={LOCAL}>
          <MapPin aria-hidden /> <span className="truncate">Local time ({readLocalZone()})</span>
        </MenuRadioItem>
        <MenuRadioItem value="UTC">
          <Globe aria-hidden /> Time in UTC
        </MenuRadioItem>
        {isOther && (
          <MenuRadioItem value={choice}>
            <Clock aria-hidden /> <span className="truncate">Time in {choice}</span>
          </MenuRadioItem>
        )}
      </MenuRadioGroup>
      <MenuItem onSelect={onOther}>
        <Clock aria-hidden /> Another time zone…
      </MenuItem>
    </>
  );
}
