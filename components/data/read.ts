import { type QueryKey, queryOptions } from "@tanstack/react-query";
import { type ApiClient, type ApiError, unwrap } from "@/lib/api/client";
import type { paths } from "@/lib/api/document/openapi.gen";

export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | null | undefined>>;

type Readable = { [P in keyof paths]: paths[P] extends { get: object } ? P : never }[keyof paths];
type Names<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type DataOf<P extends Readable> = paths[P]["get"] extends {
  responses: { 200: { content: { "application/json": { data: infer Data } } } };
}
  ? Data
  : never;

/**
 * Describes what a page reads: an operation of /v1, the names of its path, and its query. Its key in the cache is its
 * address in parts, so that invalidating `["projects", id, "endpoints"]` covers the list and every endpoint below it.
 */
export function read<P extends Readable>(path: P, names: Record<Names<P>, string>, query?: Query) {
  const parts = path.split("/").slice(2);
  const filled = parts.map((part) => (part.startsWith("{") ? names[part.slice(1, -1) as Names<P>] : part));
  return queryOptions<DataOf<P>, ApiError>({ queryKey: query ? [...filled, query] : filled });
}

/** Fetches what `read` describes, by the browser's client or by one within the process. */
export function fetchRead(client: ApiClient) {
  return ({ queryKey, signal }: { queryKey: QueryKey; signal?: AbortSignal }): Promise<unknown> => {
    const parts = queryKey.filter((part) => typeof part === "string");
    const query = queryKey.find((part) => typeof part === "object") as Query | undefined;
    // The path is filled in already, so it is no longer one of those that the client has types for.
    const address = `/v1/${parts.map(encodeURIComponent).join("/")}` as "/v1/me";
    return unwrap(client.GET(address, { params: { query: query as undefined }, ...(signal && { signal }) }));
  };
}

declare module "@tanstack/react-query" {
  interface Register {
    defaultError: ApiError;
  }
}
