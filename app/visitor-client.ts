import type { ApiClient } from "@/lib/api/client";
import { createApiClient } from "@/lib/api/create-client";
import { fetchAsVisitor } from "@/lib/next/visitor";

/** Creates a client that calls /v1 within the process, as the visitor of this page. Its address is never looked up. */
export function visitorClient(): ApiClient {
  return createApiClient({
    baseUrl: "http://localhost",
    fetch: ({ url }) => {
      const { pathname, search } = new URL(url);
      return fetchAsVisitor(pathname + search);
    },
  });
}
