"use client";

import { createContext, type ReactNode, useContext, useSyncExternalStore } from "react";

const ServerNow = createContext(0);

/** Gives the first render in the browser the server's time, so that both write the same relative times. */
export function ClockProvider({ serverNow, children }: { serverNow: number; children: ReactNode }) {
  return <ServerNow value={serverNow}>{children}</ServerNow>;
}

const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, 1_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

function readNow(): number {
  if (timer === undefined && Date.now() - now >= 1_000) now = Date.now();
  return now;
}

/** The time in milliseconds, updated once a second and the same for everything on the page. */
export function useNow(): number {
  const serverNow = useContext(ServerNow);
  return useSyncExternalStore(subscribe, readNow, () => serverNow);
}

const neverChanges = () => () => {};

/**
 * False during hydration of the server's HTML, true from then on: for what only the browser knows, such as its time
 * zone.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
