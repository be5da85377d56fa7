"use client";

import { Clock, History, LogOut, Monitor, Moon, Plus, Sun } from "lucide-react";
import type { Theme } from "@/components/layout/theme";
import { chooseTheme } from "@/components/layout/use-theme";
import { PaletteGroup, PaletteItem } from "@/components/palette/palette-item";
import { signOut } from "@/components/session/sign-out";
import { chooseZone } from "@/components/time/use-zone";
import { LOCAL, type ZoneChoice } from "@/components/time/zone";
import type { Permission } from "@/lib/kernel/permissions";

const NOUNS = ["source", "endpoint", "subscription"];

const COLOURS: readonly (readonly [theme: Theme, name: string, icon: typeof Sun])[] = [
  ["light", "Colours: Light", Sun],
  ["dark", "Colours: Dark", Moon],
  ["system", "Colours: As the system", Monitor],
];

const ZONES: readonly (readonly [zone: ZoneChoice, name: string])[] = [
  [LOCAL, "Times: Local"],
  ["UTC", "Times: UTC"],
];

type GeneralActionsProps = {
  home: string;
  may: (permission: Permission) => boolean;
  go: (address: string) => void;
  /** Closes the palette, then acts. */
  act: (action: () => void) => void;
};

/** What can be done anywhere in the project, as far as the person may. */
export function GeneralActions({ home, may, go, act }: GeneralActionsProps) {
  return (
    <PaletteGroup heading="Do">
      {may("administer") &&
        NOUNS.map((noun) => (
          <PaletteItem
            key={noun}
            icon={Plus}
            value={`Create ${noun}`}
            words={["new make"]}
            onSelect={() => go(`${home}/${noun}s/new`)}
          >
            Create {noun}
          </PaletteItem>
        ))}
      {may("operate") && (
        <PaletteItem
          icon={History}
          value="Create replay"
          words={["new resend many"]}
          onSelect={() => go(`${home}/replays/new`)}
        >
          Create replay
        </PaletteItem>
      )}
      {COLOURS.map(([theme, name, icon]) => (
        <PaletteItem
          key={theme}
          icon={icon}
          value={name}
          words={["theme mode"]}
          onSelect={() => act(() => chooseTheme(theme))}
        >
          {name}
        </PaletteItem>
      ))}
      {ZONES.map(([zone, name]) => (
        <PaletteItem
          key={zone}
          icon={Clock}
          value={name}
          words={["time zone clock local"]}
          onSelect={() => act(() => chooseZone(zone))}
        >
          {name}
        </PaletteItem>
      ))}
      <PaletteItem
        icon={Clock}
        value="Times: Another zone…"
        words={["time zone clock"]}
        onSelect={() => go("/account#times")}
      >
        Times: Another zone…
      </PaletteItem>
      <PaletteItem icon={LogOut} value="Sign out" words={["log out leave"]} onSelect={() => act(() => void signOut())}>
        Sign out
      </PaletteItem>
    </PaletteGroup>
  );
}
