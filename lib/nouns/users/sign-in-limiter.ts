import type { Clock } from "@/lib/kernel/clock";

/** A person who signs in, as far as known before the password is compared. */
export type SignInTry = {
  email: string;
  /** The address, or its IPv6 /64; `""` if it is not known. */
  network: string;
  /** The browser's own mark of an earlier sign-in of this person, else null. */
  deviceId: string | null;
  /** Whether the person has signed in from this network before. */
  isAtHome: boolean;
};

/** Counts failed sign-ins. */
export type SignInLimiter = {
  /** Whole seconds until the next password is checked; 0 if it is checked now. */
  waitSeconds(tried: SignInTry): number;
  failed(tried: SignInTry): void;
  /** Takes back the failure that was counted before the password was found right. */
  succeeded(tried: SignInTry): void;
};

type Count = { failures: number; lastAt: number };
/** `pauseMs` is how long no password is checked once there are `limit` failures. */
type Limit = { key: string; limit: number; pauseMs: number };

const WINDOW_MS = 15 * 60_000;
const SLOW_MS = 10_000;
const MAX_COUNTS = 20_000;

/**
 * Limits failed sign-ins. A browser in which the person has signed in before is counted by itself: five wrong
 * passwords, then a quarter of an hour. So nobody else can lock it out, from any address. A stranger gets five for one
 * email and thirty for all emails from one network; and once strangers have failed a hundred times for one email, one
 * password every ten seconds is checked for it, except from networks where the person has signed in before. The counts
 * are in memory, bounded; a restart forgets them, which is too rare to help a guesser.
 */
export function createSignInLimiter(clock: Clock): SignInLimiter {
  const counts = new Map<string, Count>();
  const live = (key: string): Count | undefined => {
    const count = counts.get(key);
    if (count && count.lastAt + WINDOW_MS > clock.now().getTime()) return count;
    counts.delete(key);
    return undefined;
  };
  return {
    waitSeconds(tried) {
      const waits = limitsOf(tried).map(({ key, limit, pauseMs }) => {
        const count = live(key);
        return count && count.failures >= limit ? count.lastAt + pauseMs - clock.now().getTime() : 0;
      });
      return Math.ceil(Math.max(0, ...waits) / 1000);
    },
    failed(tried) {
      for (const { key } of limitsOf(tried)) {
        const failures = (live(key)?.failures ?? 0) + 1;
        counts.delete(key);
        counts.set(key, { failures, lastAt: clock.now().getTime() });
      }
      for (const oldest of counts.keys()) {
        if (counts.size <= MAX_COUNTS) break;
        counts.delete(oldest);
      }
    },
    succeeded(tried) {
      const [own, ...wide] = limitsOf(tried);
      if (own) counts.delete(own.key);
      for (const { key } of wide) {
        const count = live(key);
        if (count) counts.set(key, { ...count, failures: count.failures - 1 });
      }
    },
  };
}

function limitsOf({ email, network, deviceId, isAtHome }: SignInTry): Limit[] {
  if (deviceId !== null) return [{ key: `device ${deviceId}`, limit: 5, pauseMs: WINDOW_MS }];
  const person = email.trim().toLowerCase();
  const limits: Limit[] = [];
  if (network !== "") {
    limits.push({ key: `both ${person} ${network}`, limit: 5, pauseMs: WINDOW_MS });
    limits.push({ key: `network ${network}`, limit: 30, pauseMs: WINDOW_MS });
  }
  if (!isAtHome) limits.push({ key: `email ${person}`, limit: 100, pauseMs: SLOW_MS });
  return limits;
}
