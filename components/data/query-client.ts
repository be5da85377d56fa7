import { QueryCache, QueryClient } from "@tanstack/react-query";
import { fetchRead } from "@/components/data/read";
import { type ApiClient, ApiError } from "@/lib/api/client";

/** One cache. Refusals are final; only a server that is away or broken is asked again. */
export function createQueryClient(client: ApiClient, onError?: (error: unknown) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache(onError ? { onError } : {}),
    defaultOptions: {
      queries: {
        queryFn: fetchRead(client),
        staleTime: 2_000,
        retry: (failures, error) => failures < 2 && isTemporary(error),
        retryDelay: (failures) => 500 * 2 ** failures,
      },
    },
  });
}

function isTemporary(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
}
