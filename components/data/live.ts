const SOON_MS = 2_000;
const LATER_MS = 10_000;

/**
 * How soon to look again: often while something is unfinished, seldom otherwise. A hidden page does not look at all,
 * which TanStack Query sees to.
 */
export function livePace<T>(isUnfinished: (data: T) => boolean) {
  return (query: { state: { data: T | undefined } }): number => {
    const { data } = query.state;
    return data !== undefined && isUnfinished(data) ? SOON_MS : LATER_MS;
  };
}
