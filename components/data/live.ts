const SOON_MS = 2_000;
const LATER_MS = 10_000;

/**
 * How often to poll: often while something is unfinished, seldom otherwise. TanStack Query does not poll for a hidden
 * page.
 */
export function livePace<T>(isUnfinished: (data: T) => boolean) {
  return (query: { state: { data: T | undefined } }): number => {
    const { data } = query.state;
    return data !== undefined && isUnfinished(data) ? SOON_MS : LATER_MS;
  };
}
