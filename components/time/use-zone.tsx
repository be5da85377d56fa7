"use client";

import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from "react";
import { keepCookie } from "@/components/layout/theme";
import { LOCAL, LOCAL_ZONE_COOKIE, ZONE_COOKIE, type ZoneChoice } from "@/components/time/zone";

/** What the browser's cookies say: the choice, and the zone of the browser, null until it was here. */
export type KnownZones = { choice: ZoneChoice; local: string | null };

const Known = createContext<KnownZones>({ choice: LOCAL, local: null });

/** Gives the page what the browser's cookies say, so that the server writes the same times. */
export function ZoneProvider({ known, children }: { known: KnownZones; children: ReactNode }) {
  useEffect(() => {
    // The browser may be elsewhere by now. To find that out takes some 20 ms, which the page's first moments do not have.
    const timer = setTimeout(() => {
      const zone = readLocalZone();
      if (zone === known.local) return;
      keepCookie(LOCAL_ZONE_COOKIE, zone);
      for (const listener of listeners) listener();
    }, LATER_MS);
    return () => clearTimeout(timer);
  }, [known.local]);
  return <Known value={known}>{children}</Known>;
}

const LATER_MS = 2_000;

const listeners = new Set<() => void>();
let chosen: ZoneChoice | null = null;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The zone that was chosen for times, wherever it was chosen. */
export function useZoneChoice(): ZoneChoice {
  const { choice } = useContext(Known);
  return useSyncExternalStore(
    subscribe,
    () => chosen ?? choice,
    () => choice,
  );
}

/** The zone in which times are shown. In a browser that is here for the first time it is UTC until hydration. */
export function useZone(): string {
  const { choice: first, local } = useContext(Known);
  return useSyncExternalStore(
    subscribe,
    () => {
      const choice = chosen ?? first;
      return choice === LOCAL ? (localZone ?? local ?? readLocalZone()) : choice;
    },
    () => (first === LOCAL ? (local ?? "UTC") : first),
  );
}

let localZone: string | undefined;

/** The zone of the browser. */
export function readLocalZone(): string {
  localZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone;
  return localZone;
}

/** Shows all times in another zone at once, and in this browser's pages from now on. */
export function chooseZone(choice: ZoneChoice): void {
  chosen = choice;
  keepCookie(ZONE_COOKIE, choice);
  for (const listener of listeners) listener();
}
