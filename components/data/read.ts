import { type QueryKey, queryOptions } from "@tanstack/react-query";
import { callApi, type Query, type Transport } from "@/components/data/api";
import type { ApiError } from "@/components/data/api-error";

/**
 * What a page reads: an address below /v1 and its query. The address is the key in the cache, so that forgetting
 * `["projects", id, "endpoints"]` forgets the list and every endpoint below it. The query client knows how to fetch it.
 */
export function read<T>(path: readonly string[], query?: Query) {
  return queryOptions<T, ApiError>({ queryKey: query ? [...path, query] : [...path] });
}

/** Fetches whatever `read` describes. */
export function fetchRead(transport: Transport) {
  return ({ queryKey, signal }: { queryKey: QueryKey; signal?: AbortSignal }): Promise<unknown> => {
    const last = queryKey.at(-1);
    const hasQuery = typeof last === "object" && last !== null;
    return callApi(transport, {
      path: (hasQuery ? queryKey.slice(0, -1) : queryKey) as string[],
      query: hasQuery ? (last as Query) : undefined,
      signal,
    });
  };
}

declare module "@tanstack/react-query" {
  interface Register {
    defaultError: ApiError;
  }
}
