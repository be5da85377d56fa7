/** What is known from outside of a call that should have ended. */
export type Overrun = {
  /** Since its thread was given it, by the clock on the wall. */
  sinceMs: number;
  /** CPU time of its thread since then; null where it is not known. */
  cpuMs: number | null;
  /** The CPU time that it may use. */
  timeMs: number;
};

/** The engine stops itself; a thread that burned this much more and is still silent is ended from outside. */
const GRACE_MS = 150;

/**
 * What to do about a call that the engine did not stop: `timeout` has burned its CPU time, in a native loop that the engine
 * does not interrupt; `starved` did not get it for so long that its thread is given up, by no fault of its own.
 */
export function judgeOverrun({ sinceMs, cpuMs, timeMs }: Overrun, patienceMs: number): "wait" | "timeout" | "starved" {
  if (cpuMs !== null && cpuMs > timeMs + GRACE_MS) return "timeout";
  return sinceMs > patienceMs ? "starved" : "wait";
}
