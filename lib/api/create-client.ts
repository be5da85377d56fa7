import createClient from "openapi-fetch";
import type { ApiClient } from "@/lib/api/client";
import type { paths } from "@/lib/api/document/openapi.gen";
import { parseExact, stringifyExact } from "@/lib/wire/exact-json";

/** A client of /v1 whose paths, queries, bodies and answers have the types of the OpenAPI document. Numbers are exact. */
export function createApiClient(options: {
  /** The installation's URL, without /v1; empty in its own pages. */
  baseUrl: string;
  /** Not needed in a browser that has the dashboard's session. */
  apiKey?: string;
  fetch?: (request: Request) => Promise<Response>;
}): ApiClient {
  const { baseUrl, apiKey, fetch } = options;
  return createClient<paths>({
    baseUrl,
    ...(apiKey && { headers: { authorization: `Bearer ${apiKey}` } }),
    bodySerializer: (body) => stringifyExact(body),
    fetch: async (request) => readingExactly(await (fetch ?? globalThis.fetch)(request)),
  });
}

/**
 * Parses the JSON without rounding a number, so that a form sends back the filter or schema that it was given. The
 * library calls `json` only on an answer with a length, and parses any other by itself.
 */
async function readingExactly(response: Response): Promise<Response> {
  const text = await response.text();
  const headers = new Headers(response.headers);
  headers.set("content-length", String(text.length));
  const { status, statusText } = response;
  const whole = new Response(text === "" ? null : text, { status, statusText, headers });
  return Object.defineProperty(whole, "json", { value: async () => parseExact(text) });
}
