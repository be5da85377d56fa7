"use client";

import { createContext, type ReactNode, useContext, useSyncExternalStore } from "react";
import { keepCookie } from "@/components/layout/theme";
import { useHydrated } from "@/components/time/clock";
import { LOCAL, ZONE_COOKIE, type ZoneChoice } from "@/components/time/zone";

const First = createContext<ZoneChoice>(LOCAL);

/** Gives the page the choice that the browser's cookie has, so that the server writes the same times. */
export function ZoneProvider({ first, children }: { first: ZoneChoice; children: ReactNode }) {
  return <First value={first}>{children}</First>;
}

const listeners = new Set<() => void>();
let chosen: ZoneChoice | null = null;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The zone that was chosen for times, wherever it was chosen. */
export function useZoneChoice(): ZoneChoice {
  const first = useContext(First);
  return useSyncExternalStore(
    subscribe,
    () => chosen ?? first,
    () => first,
  );
}

/** The zone in which times are shown. That of the browser is known from hydration on; until then it is UTC. */
export function useZone(): string {
  const choice = useZoneChoice();
  const hydrated = useHydrated();
  if (choice !== LOCAL) return choice;
  return hydrated ? readLocalZone() : "UTC";
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
