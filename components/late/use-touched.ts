"use client";

import { useEffect, useSyncExternalStore } from "react";

/** What somebody does who is at the page. Not the focus, which a page may take by itself. */
const SIGNS = ["pointermove", "pointerdown", "keydown", "click"] as const;

let isTouched = false;
const listeners = new Set<() => void>();

function notice(): void {
  isTouched = true;
  for (const sign of SIGNS) window.removeEventListener(sign, notice, true);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (!isTouched) for (const sign of SIGNS) window.addEventListener(sign, notice, true);
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether anybody has moved, pressed or typed on a page since it was loaded. */
export function useTouched(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isTouched,
    () => false,
  );
}

/**
 * Fetches what will soon be needed once somebody is at the page, so that it is there when they want it. What could not be
 * fetched ahead is fetched again by whoever needs it, which tells why it cannot be.
 */
export function useAhead(load: () => Promise<unknown>): void {
  const touched = useTouched();
  useEffect(() => {
    if (touched) void load().catch(() => undefined);
  }, [touched, load]);
}
