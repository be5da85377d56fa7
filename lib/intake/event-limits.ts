import type { PoolOf } from "@/lib/db/placement/shards";
import { HookyardError } from "@/lib/kernel/errors";

type Limited = { id: string; settings: { rate_limit: { count: number; duration: number } } };

type Share = {
  count: number;
  duration: number;
  /** Unused tokens from the shared bucket, valid until `expiresAt`. */
  tokens: number;
  expiresAt: number;
  /** The shared bucket is known to be empty until then. */
  emptyUntil: number;
  left: number;
  waiting: number;
  fetching: Promise<void> | null;
};

/** The share of a limit that a copy takes at once: it bounds the inexactness, and the round trips saved. */
const SHARE = 0.02;
const MAX_SHARE = 1_000;
const MIN_PAUSE_MS = 20;

/**
 * Enforces each project's `rate_limit`. The bucket is in the database and common to all copies. A copy takes a fiftieth
 * of the limit at a time and spends it from memory, so that most events cost no query and a refused flood costs at most
 * fifty queries a second. Never more is let in than the bucket has; a copy that goes idle withholds a fiftieth from the
 * others until `duration` is over.
 */
export class EventLimits {
  readonly #shares = new Map<string, Share>();

  constructor(private readonly poolOf: PoolOf) {}

  /**
   * Counts one event of the project. Throws `rate_limited` if it exceeds the limit; returns at once without a limit.
   */
  async take(project: Limited): Promise<void> {
    if (project.settings.rate_limit.count === 0) return;
    const share = this.#shareOf(project);
    for (;;) {
      this.refuse(project);
      if (share.tokens > 0 && performance.now() < share.expiresAt) {
        share.tokens -= 1;
        return;
      }
      share.waiting += 1;
      share.fetching ??= this.#fetch(project.id, share);
      try {
        await share.fetching;
      } finally {
        share.waiting -= 1;
      }
    }
  }

  /** Throws `rate_limited` if that is known without a query, before any work is done for the event. */
  refuse(project: Limited): void {
    if (project.settings.rate_limit.count === 0) return;
    const share = this.#shareOf(project);
    if (performance.now() < share.emptyUntil) throw tooMany(share);
  }

  #shareOf({ id, settings: { rate_limit } }: Limited): Share {
    const { count, duration } = rate_limit;
    let share = this.#shares.get(id);
    if (!share || share.count !== count || share.duration !== duration) {
      share = { count, duration, tokens: 0, expiresAt: 0, emptyUntil: 0, left: 0, waiting: 0, fetching: null };
      this.#shares.set(id, share);
    }
    return share;
  }

  async #fetch(projectId: string, share: Share): Promise<void> {
    // Events that arrive together are counted together.
    await new Promise(setImmediate);
    const { count, duration } = share;
    try {
      const wanted = Math.max(share.waiting, Math.min(MAX_SHARE, Math.ceil(count * SHARE)));
      const { rows } = await this.poolOf(projectId).query<{ taken: number; tokens: number }>({
        name: "take_tokens",
        text: "select taken, tokens from take_tokens($1, $2, $3, $4)",
        values: [projectId, count, duration, wanted],
      });
      const { taken, tokens } = rows[0] as { taken: number; tokens: number };
      const now = performance.now();
      share.tokens = taken;
      share.expiresAt = now + duration * 1000;
      share.left = tokens;
      if (taken === 0) share.emptyUntil = now + Math.max(MIN_PAUSE_MS, secondsToToken(share) * 1000);
    } finally {
      share.fetching = null;
    }
  }
}

function secondsToToken({ left, count, duration }: Share): number {
  return (Math.max(0, 1 - left) * duration) / count;
}

function tooMany(share: Share): HookyardError {
  const { count, duration, left } = share;
  return new HookyardError("rate_limited", `This project takes at most ${count} events per ${duration} s.`, {
    retryAfter: Math.max(1, Math.ceil(secondsToToken(share))),
    rateLimit: { limit: count, remaining: 0, resetSeconds: Math.ceil(((count - left) * duration) / count) },
  });
}
