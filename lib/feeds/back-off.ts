const FIRST_MS = 500;
const LONGEST_MS = 30_000;

/** The pause after this many consecutive failures: doubled each time, up to 30 s, ±20 %. */
export function backOffMs(failures: number, random = Math.random()): number {
  const ms = Math.min(FIRST_MS * 2 ** Math.min(failures - 1, 10), LONGEST_MS);
  return Math.round(ms * (0.8 + 0.4 * random));
}

/** Waits for the time, or until the signal is aborted. */
export function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
  });
}
