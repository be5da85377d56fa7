import { QueryClient } from "@tanstack/react-query";
import { fetchRead } from "@/components/data/read";
import { type ApiClient, ApiError } from "@/lib/api/client";
import { parseExact, stringifyExact } from "@/lib/wire/exact-json";

/** Creates the one cache. Refusals are final; only an unreachable or broken server is asked again. */
export function createQueryClient(client: ApiClient): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: fetchRead(client),
        staleTime: 2_000,
        retry: (failures, error) => failures < 2 && isTemporary(error),
        retryDelay: (failures) => 500 * 2 ** failures,
      },
      // Only plain values cross from the server to the page, and exact numbers are not plain.
      dehydrate: { serializeData: (data: unknown) => stringifyExact(data) },
      hydrate: { deserializeData: (text: string) => parseExact(text) },
    },
  });
}

function isTemporary(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
}
