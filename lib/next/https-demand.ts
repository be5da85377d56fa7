import type { IncomingMessage, ServerResponse } from "node:http";
import type { Env } from "@/lib/kernel/env";
import type { Proxies } from "@/lib/next/client-address";

const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * Creates what tells browsers to come by HTTPS only, for a year (RFC 6797): where `HOOKYARD_URL` is https, and in answers
 * to requests that came so by a trusted proxy.
 */
export function createHttpsDemand(
  { HOOKYARD_URL }: Pick<Env, "HOOKYARD_URL">,
  { isHttps }: Pick<Proxies, "isHttps">,
): (request: IncomingMessage, response: ServerResponse) => void {
  if (!HOOKYARD_URL?.startsWith("https://")) return () => {};
  return (request, response) => {
    if (isHttps(request)) response.setHeader("Strict-Transport-Security", `max-age=${ONE_YEAR_SECONDS}`);
  };
}
