import { setTimeout as pause } from "node:timers/promises";

/** Whether the work ends within this time, which may be `Infinity`; otherwise it goes on. Rejects if the work does. */
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
