import { useSyncExternalStore } from "react";

/** Open from the first look at a project that has delivered nothing, until it is closed. */
export type GuideState = "open" | "closed";

const nameOf = (projectID: string, personID: string) => `guide.${personID}.${projectID}`;

/** What this page was told, which counts as long as it is open where the browser stores nothing. */
const told = new Map<string, GuideState>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What this browser remembers of the guide of a person in a project; null if nothing. */
export function useGuideState(projectID: string, personID: string): GuideState | null {
  const name = nameOf(projectID, personID);
  return useSyncExternalStore(
    subscribe,
    () => told.get(name) ?? loadState(name),
    () => null,
  );
}

export function keepGuideState(projectID: string, personID: string, state: GuideState): void {
  const name = nameOf(projectID, personID);
  told.set(name, state);
  try {
    localStorage.setItem(name, state);
  } catch {
    // The page knows it, and the next one begins anew.
  }
  for (const listener of listeners) listener();
}

function loadState(name: string): GuideState | null {
  try {
    const stored = localStorage.getItem(name);
    return stored === "open" || stored === "closed" ? stored : null;
  } catch {
    return null;
  }
}
