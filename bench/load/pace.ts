/** When requests may be sent. `take` returns when the next one is due, or null while there is none to send. */
export type Pace = {
  take(now: number): number | null;
  /** When to ask again at the latest; null if only an answer can change it. */
  nextAt(now: number): number | null;
  /** No request will ever be due again. */
  isOver(now: number): boolean;
};

/**
 * One request every 1/rate seconds, whatever happens to the earlier ones. A request that cannot be sent in time is sent
 * late and keeps its due time, so that a stalling server is charged with everything that it delayed.
 */
export function fixedRate(rate: number, startsAt: number, seconds: number): Pace {
  const total = Math.round(rate * seconds);
  let taken = 0;
  const dueAt = () => startsAt + (taken * 1_000) / rate;
  return {
    take(now) {
      const at = dueAt();
      if (taken === total || at > now) return null;
      taken += 1;
      return at;
    },
    nextAt: () => (taken === total ? null : dueAt()),
    isOver: () => taken === total,
  };
}

/** As fast as answers come, while `mayGrow` says that not too much is outstanding. */
export function fullSpeed(endsAt: number, mayGrow: () => boolean): Pace {
  return {
    take: (now) => (now < endsAt && mayGrow() ? now : null),
    nextAt: () => endsAt,
    isOver: (now) => now >= endsAt,
  };
}
