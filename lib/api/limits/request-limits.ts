import { type AppContext, tellStanding } from "@/lib/api/envelope";
import { TokenBuckets } from "@/lib/api/limits/token-buckets";
import { HookyardError } from "@/lib/kernel/errors";
import { networkOf } from "@/lib/kernel/network-of";

/**
 * Requests a second: of one key or signed-in person, and from one address without valid credentials. 0 means no limit.
 */
export type RequestRates = { perKey: number; perAddress: number };

const BURST_SECONDS = 2;

/** Limits requests to /v1. Each copy counts for itself. An unknown address is `""` and never limited. */
export class RequestLimits {
  readonly #keys: TokenBuckets | null;
  readonly #addresses: TokenBuckets | null;

  constructor({ perKey, perAddress }: RequestRates) {
    this.#keys = perKey > 0 ? new TokenBuckets(perKey, perKey * BURST_SECONDS) : null;
    this.#addresses = perAddress > 0 ? new TokenBuckets(perAddress, perAddress * BURST_SECONDS) : null;
  }

  /** Counts a request of a known caller and reports what is left. Throws `rate_limited`. */
  count(c: AppContext, caller: string): void {
    if (!this.#keys) return;
    const standing = this.#keys.take(caller, performance.now());
    tellStanding(c, standing);
    if (!standing.isWithin) throw tooMany(`More than ${this.#keys.perSecond} requests a second.`);
  }

  /** Throws `rate_limited` for an address with too many requests without valid credentials. */
  refuseGuesser(c: AppContext, address: string): void {
    const standing = this.#addresses?.look(networkOf(address), performance.now());
    if (!standing || standing.isWithin) return;
    tellStanding(c, standing);
    throw guessing();
  }

  /** Counts a request without valid credentials. */
  countGuess(c: AppContext, address: string): void {
    if (!this.#addresses || address === "") return;
    const standing = this.#addresses.take(networkOf(address), performance.now());
    tellStanding(c, standing);
    if (!standing.isWithin) throw guessing();
  }
}

function tooMany(message: string): HookyardError {
  return new HookyardError("rate_limited", message, { retryAfter: 1 });
}

function guessing(): HookyardError {
  return tooMany("Too many requests without valid credentials came from your address.");
}
