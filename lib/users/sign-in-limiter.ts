import type { Clock } from "@/lib/clock";

/** Counts failed sign-ins. */
export type SignInLimiter = {
  /** Whole seconds until the next try is heard, 0 when it is heard now. */
  waitSeconds(email: string, address: string): number;
  failed(email: string, address: string): void;
  /** Takes back the failure that was counted before the password was found right. */
  succeeded(email: string, address: string): void;
};

type Count = { failures: number; until: number };

const WINDOW_MS = 15 * 60_000;
const MAX_COUNTS = 20_000;

/**
 * Five wrong passwords for one email from one address, thirty from one address for whatever emails, and a hundred for
 * one email from whatever addresses: then none is heard until a quarter of an hour has passed without counting on.
 * Kept in memory, bounded; a restart forgets, which is too rare to help a guesser.
 */
export function createSignInLimiter(clock: Clock): SignInLimiter {
  const counts = new Map<string, Count>();
  const limits = (email: string, address: string): Array<[key: string, limit: number]> => [
    [`both ${email.toLowerCase()} ${address}`, 5],
    [`address ${address}`, 30],
    [`email ${email.toLowerCase()}`, 100],
  ];
  const live = (key: string): Count | undefined => {
    const count = counts.get(key);
    if (count && count.until > clock.now().getTime()) return count;
    counts.delete(key);
    return undefined;
  };
  return {
    waitSeconds(email, address) {
      const waits = limits(email, address).map(([key, limit]) => {
        const count = live(key);
        return count && count.failures >= limit ? count.until - clock.now().getTime() : 0;
      });
      return Math.ceil(Math.max(...waits) / 1000);
    },
    failed(email, address) {
      for (const [key] of limits(email, address)) {
        const failures = (live(key)?.failures ?? 0) + 1;
        counts.delete(key);
        counts.set(key, { failures, until: clock.now().getTime() + WINDOW_MS });
      }
      for (const oldest of counts.keys()) {
        if (counts.size <= MAX_COUNTS) break;
        counts.delete(oldest);
      }
    },
    succeeded(email, address) {
      const [both, ...wide] = limits(email, address);
      if (both) counts.delete(both[0]);
      for (const [key] of wide) {
        const count = live(key);
        if (count) counts.set(key, { ...count, failures: count.failures - 1 });
      }
    },
  };
}
