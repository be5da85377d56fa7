import { HookyardError } from "@/lib/kernel/errors";

const MAX_OF_ONE = 50;
const MAX_IN_ALL = 500;
const RETRY_AFTER_SECONDS = 5;

/**
 * The answers that receivers give late. Each waits with a timer and a connection, so their number is bounded: of one
 * receiver and in all.
 */
export class SlowAnswers {
  readonly #waiting = new Map<string, number>();
  readonly #stops = new Set<() => void>();
  #count = 0;
  #isClosed = false;

  constructor(private readonly most = { ofOne: MAX_OF_ONE, inAll: MAX_IN_ALL }) {}

  /** How many have a place at the moment. */
  get count(): number {
    return this.#count;
  }

  /** Takes a place until the returned function is called, once. Throws `rate_limited` if there is none. */
  enter(receiverId: string): () => void {
    const own = this.#waiting.get(receiverId) ?? 0;
    if (own >= this.most.ofOne || this.#count >= this.most.inAll) {
      throw new HookyardError("rate_limited", "Too many answers wait for their time.", {
        retryAfter: RETRY_AFTER_SECONDS,
      });
    }
    this.#waiting.set(receiverId, own + 1);
    this.#count += 1;
    return () => {
      this.#count -= 1;
      const left = (this.#waiting.get(receiverId) ?? 1) - 1;
      if (left > 0) this.#waiting.set(receiverId, left);
      else this.#waiting.delete(receiverId);
    };
  }

  /** Waits, at most until the signal. Throws `unavailable` if this copy stops meanwhile. */
  async wait(ms: number, signal: AbortSignal): Promise<void> {
    if (ms > 0 && !this.#isClosed) await this.#sleep(ms, signal);
    if (this.#isClosed && ms > 0) {
      throw new HookyardError("unavailable", "This copy is stopping.", { retryAfter: RETRY_AFTER_SECONDS });
    }
  }

  /** Ends every wait, and lets none begin. */
  close(): void {
    this.#isClosed = true;
    for (const stop of [...this.#stops]) stop();
  }

  #sleep(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const stop = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", stop);
        this.#stops.delete(stop);
        resolve();
      };
      const timer = setTimeout(stop, ms);
      this.#stops.add(stop);
      signal.addEventListener("abort", stop);
      if (signal.aborted) stop();
    });
  }
}
