import type { toast as drawToast, ExternalToast } from "sonner";

type Draw = typeof drawToast;
type Telling = (draw: Draw) => void;

let draw: Draw | null = null;
let waiting: readonly Telling[] = [];
const listeners = new Set<() => void>();

/** Messages in a corner of the page. Those that come before what draws them wait for it. */
export const toast = {
  success: (title: string, options?: ExternalToast) => tell((by) => by.success(title, options)),
  error: (title: string, options?: ExternalToast) => tell((by) => by.error(title, options)),
  loading: (title: string, options?: ExternalToast) => tell((by) => by.loading(title, options)),
  dismiss: (id: string) => tell((by) => by.dismiss(id)),
};

function tell(telling: Telling): void {
  if (draw) telling(draw);
  else setWaiting([...waiting, telling]);
}

function setWaiting(next: readonly Telling[]): void {
  waiting = next;
  for (const listener of listeners) listener();
}

/** Draws what waits, and all that comes, until null is given. */
export function drawBy(given: Draw | null): void {
  draw = given;
  if (!given) return;
  for (const telling of waiting) telling(given);
  setWaiting([]);
}

export function subscribeToWaiting(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function isAnyWaiting(): boolean {
  return waiting.length > 0;
}
