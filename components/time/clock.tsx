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
  return useByNow((nowMs) => nowMs);
}

/**
 * What follows from the time in milliseconds, looked at once a second. Only another answer renders anew: a list has a time
 * in each row, and few of them change with the second.
 */
export function useByNow<T extends string | number | boolean | null>(tell: (nowMs: number) => T): T {
  const serverNow = useContext(ServerNow);
  return useSyncExternalStore(
    subscribe,
    () => tell(readNow()),
    () => tell(serverNow),
  );
}

const MINUTE_MS = 60_000;

/** The begin of the present minute in milliseconds, for what need not be of this second. */
export function useMinute(): number {
  return useByNow((nowMs) => Math.floor(nowMs / MINUTE_MS) * MINUTE_MS);
}

const neverChanges = () => () => {};

/** False during hydration of the server's HTML, true from then on: for what only the browser knows. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
