import { createServer, type Server } from "node:http";
import { register } from "prom-client";
import { refuseWithoutToken } from "@/lib/api/metrics-access";
import { HookyardError } from "@/lib/errors";

/** A server of the counters alone, for whoever reaches its port; with a token for whoever has that too. */
export function createMetricsDoor(token: string | undefined): Server {
  return createServer(
    { maxHeaderSize: 16 * 1024, headersTimeout: 15_000, requestTimeout: 15_000 },
    (request, response) => {
      const say = (status: number, text: string) =>
        response.writeHead(status, { "Content-Type": "text/plain" }).end(text);
      if (!/^\/metrics(?:\?|$)/.test(request.url ?? "")) return say(404, "Only /metrics is here.\n");
      try {
        if (token !== undefined) refuseWithoutToken(token, request.headers.authorization);
      } catch (error) {
        if (error instanceof HookyardError) return say(error.status, `${error.message}\n`);
        throw error;
      }
      register.metrics().then(
        (text) => response.writeHead(200, { "Content-Type": register.contentType }).end(text),
        () => say(500, "The metrics could not be read.\n"),
      );
    },
  );
}
