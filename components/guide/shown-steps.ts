import { useEffect, useSyncExternalStore } from "react";

let pages = 0;
const listeners = new Set<() => void>();

function change(by: number): void {
  pages += by;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** For a part of a page that shows the steps to a first delivery itself: the guide is not docked beside it. */
export function useShowsSteps(): void {
  useEffect(() => {
    change(1);
    return () => change(-1);
  }, []);
}

export function useAreStepsShown(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => pages > 0,
    () => false,
  );
}
