"use client";

import { useSyncExternalStore } from "react";
import { applyTheme, type Theme } from "@/components/layout/theme";

const listeners = new Set<() => void>();
let chosen: Theme | null = null;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The colours in use: the server's knowledge first, then what was chosen since, wherever it was chosen. */
export function useTheme(first: Theme): Theme {
  return useSyncExternalStore(
    subscribe,
    () => chosen ?? first,
    () => first,
  );
}

/** Changes the colours of the page and of every control that shows them. */
export function chooseTheme(theme: Theme): void {
  chosen = theme;
  applyTheme(theme);
  for (const listener of listeners) listener();
}
