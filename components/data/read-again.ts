import type { Query, QueryClient } from "@tanstack/react-query";

/**
 * Reads again what is on the screen; what is not is read when it is shown. Ends when all of it is read, or failed.
 *
 * A first read under way may have seen what was before, and TanStack Query begins no other one while there is no data:
 * that one is read once more after it.
 */
export async function readAgain(client: QueryClient, predicate: (query: Query) => boolean): Promise<void> {
  const first = client
    .getQueryCache()
    .findAll({ predicate, fetchStatus: "fetching" })
    .filter(({ state }) => state.data === undefined);
  await Promise.allSettled([client.invalidateQueries({ predicate }), ...first.map(({ promise }) => promise)]);
  await client.invalidateQueries({ predicate: (query) => first.includes(query) });
}

/**
 * Tells of each query that comes filled by the server with a page, until the function that is returned is called. The
 * server read it a while ago.
 */
export function watchHydration(client: QueryClient, onHydrated: (query: Query) => void): () => void {
  return client.getQueryCache().subscribe((event) => {
    const query = event.query as Query;
    const isHydrated =
      query.state.data !== undefined &&
      (event.type === "added" || (event.type === "updated" && event.action.type === "setState"));
    if (isHydrated) onHydrated(query);
  });
}
