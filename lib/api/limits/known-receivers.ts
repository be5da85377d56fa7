import { TokenBuckets } from "@/lib/api/limits/token-buckets";
import { HookyardError } from "@/lib/kernel/errors";

/** Requests a second at one receiver; each process counts for itself. */
const PER_SECOND = 100;
const BURST = 200;
const MAX_KNOWN = 10_000;

/**
 * The tokens of receivers that were found lately, so that a request at one of them is told from a guess, and is refused
 * before the database is asked.
 */
export class KnownReceivers {
  readonly #tokens = new Set<string>();
  readonly #rates: TokenBuckets;

  constructor({ perSecond, burst } = { perSecond: PER_SECOND, burst: BURST }) {
    this.#rates = new TokenBuckets(perSecond, burst, MAX_KNOWN);
  }

  has(token: string): boolean {
    return this.#tokens.has(token);
  }

  /** Counts a request at a receiver, which is known from now on. Throws `rate_limited`. */
  count(token: string): void {
    if (this.#tokens.size >= MAX_KNOWN) this.#tokens.clear();
    this.#tokens.add(token);
    const { isWithin } = this.#rates.take(token, performance.now());
    if (isWithin) return;
    throw new HookyardError("rate_limited", "More than 100 requests a second at this receiver.", { retryAfter: 1 });
  }

  forget(token: string): void {
    this.#tokens.delete(token);
  }
}
