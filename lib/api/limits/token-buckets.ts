/** What a caller has left: `limit` and `remaining` requests, full again in `resetSeconds`. */
export type Standing = { isWithin: boolean; limit: number; remaining: number; resetSeconds: number };

type Bucket = { tokens: number; at: number };

const MAX_KEYS = 20_000;

/**
 * A token bucket per key: `perSecond` on average and `burst` at once. It is in memory, so each copy of the program
 * counts for itself. It is bounded: keys that were not seen while ten thousand others came are forgotten, and start
 * anew.
 */
export class TokenBuckets {
  #young = new Map<string, Bucket>();
  #old = new Map<string, Bucket>();

  constructor(
    readonly perSecond: number,
    readonly burst: number,
    private readonly maxKeys = MAX_KEYS,
  ) {}

  /** Takes a token of the key if there is one. `now` is in milliseconds of a monotonic clock. */
  take(key: string, now: number): Standing {
    const bucket = this.#find(key, now);
    const isWithin = bucket.tokens >= 1;
    if (isWithin) bucket.tokens -= 1;
    return { ...this.#standingOf(bucket.tokens), isWithin };
  }

  /** Reads what the key has left; takes no token and remembers nothing. */
  look(key: string, now: number): Standing {
    const bucket = this.#young.get(key) ?? this.#old.get(key);
    const tokens = bucket ? this.#flowed(bucket, now) : this.burst;
    return { ...this.#standingOf(tokens), isWithin: tokens >= 1 };
  }

  #standingOf(tokens: number) {
    return {
      limit: this.burst,
      remaining: Math.floor(tokens),
      resetSeconds: Math.ceil((this.burst - tokens) / this.perSecond),
    };
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }

  #find(key: string, now: number): Bucket {
    let bucket = this.#young.get(key);
    if (!bucket) {
      bucket = this.#old.get(key) ?? { tokens: this.burst, at: now };
      if (this.#young.size >= this.maxKeys / 2) {
        this.#old = this.#young;
        this.#young = new Map();
      }
      this.#young.set(key, bucket);
    }
    bucket.tokens = this.#flowed(bucket, now);
    bucket.at = now;
    return bucket;
  }

  #flowed({ tokens, at }: Bucket, now: number): number {
    return Math.min(this.burst, tokens + ((now - at) / 1000) * this.perSecond);
  }
}
