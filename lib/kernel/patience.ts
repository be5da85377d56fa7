import { setTimeout as pause } from "node:timers/promises";

/** Whether this ends within so many milliseconds, which may be `Infinity`; otherwise it goes on. Rejects as it does. */
export async function endsWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  if (ms === Number.POSITIVE_INFINITY) {
    await work;
    return true;
  }
  const over = new AbortController();
  const patience = pause(ms, false, { signal: over.signal }).catch(() => false);
  try {
    return await Promise.race([work.then(() => true), patience]);
  } finally {
    over.abort();
  }
}
