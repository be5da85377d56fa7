"use client";

import { useSyncExternalStore } from "react";

/** Tailwind's `md`: below it stands what has the class `max-md:hidden`. */
const WIDE = "(min-width: 48rem)";

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(WIDE);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** Whether the window shows what a phone has no room for; false on the server, which cannot know. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(WIDE).matches,
    () => false,
  );
}
