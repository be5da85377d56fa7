import { createServer, type Server, type ServerResponse } from "node:http";
import { register } from "prom-client";
import { refuseWithoutToken } from "@/lib/api/metrics-access";
import { discardRest } from "@/lib/intake/read-body";
import { HookyardError } from "@/lib/kernel/errors";
import { ConnectionCap } from "@/lib/next/connection-cap";
import { hasBody } from "@/lib/next/page-body";

/** Scrapers are few. */
const MAX_CONNECTIONS = 64;

/**
 * Creates a server of the counters alone, for anyone who reaches its port; with a token only for those who have it.
 * `read` returns them if they are not of this process alone.
 */
export function createMetricsDoor(token: string | undefined, read = () => register.metrics()): Server {
  const cap = new ConnectionCap(MAX_CONNECTIONS, () => false);
  const server = createServer(
    {
      maxHeaderSize: 16 * 1024,
      headersTimeout: 15_000,
      requestTimeout: 15_000,
      connectionsCheckingInterval: 5_000,
      keepAliveTimeout: 75_000,
    },
    (request, response) => {
      if (hasBody(request)) response.once("finish", () => discardRest(request));
      if (cap.refuses(request.socket)) {
        response.shouldKeepAlive = false;
        return say(response, 503, "Too many connections are open.\n");
      }
      if (!/^\/metrics(?:\?|$)/.test(request.url ?? "")) return say(response, 404, "Only /metrics is here.\n");
      try {
        if (token !== undefined) refuseWithoutToken(token, request.headers.authorization);
      } catch (error) {
        if (error instanceof HookyardError) return say(response, error.status, `${error.message}\n`);
        throw error;
      }
      read().then(
        (text) => response.writeHead(200, { "Content-Type": register.contentType }).end(text),
        () => say(response, 503, "The metrics could not be read.\n"),
      );
    },
  );
  cap.guard(server);
  return server;
}

function say(response: ServerResponse, status: number, text: string): void {
  const retryAfter = status === 503 ? { "Retry-After": 1 } : {};
  response.writeHead(status, { "Content-Type": "text/plain", ...retryAfter }).end(text);
}
