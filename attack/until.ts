import { setTimeout as pause } from "node:timers/promises";

const PATIENCE_MS = 60_000;

/** Repeats until the answer is right; throws the last one if that never happens. */
export async function until<T>(ask: () => Promise<T>, isRight: (value: T) => boolean): Promise<T> {
  const giveUpAt = Date.now() + PATIENCE_MS;
  for (;;) {
    const value = await ask();
    if (isRight(value)) return value;
    if (Date.now() > giveUpAt) throw new Error(`It never came: ${JSON.stringify(value)?.slice(0, 500)}`);
    await pause(100);
  }
}
