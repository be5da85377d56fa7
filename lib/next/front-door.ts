import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import { INGEST_HEADERS } from "@/lib/api/answer-headers";
import type { Standing } from "@/lib/api/services";
import { discardRest } from "@/lib/intake/read-body";
import type { BodyBudget } from "@/lib/kernel/body-budget";
import type { Env } from "@/lib/kernel/env";
import { HookyardError } from "@/lib/kernel/errors";
import { createOriginRule } from "@/lib/kernel/origins";
import { endsWithin } from "@/lib/kernel/patience";
import { createProxies, isLocal } from "@/lib/next/client-address";
import { ConnectionCap } from "@/lib/next/connection-cap";
import { createHttpsDemand } from "@/lib/next/https-demand";
import { hasBody, readAhead } from "@/lib/next/page-body";
import { applyPagePolicy } from "@/lib/next/page-policy";
import { findAmbiguity } from "@/lib/next/request-target";

/** The handlers behind the front door. Both are null until they are ready; a worker has no pages at all. */
export type Handlers = { api: RequestListener | null; pages: RequestListener | null };

type Settings = Pick<
  Env,
  | "HOOKYARD_ROLE"
  | "NODE_ENV"
  | "HOOKYARD_URL"
  | "HOOKYARD_INGEST_URL"
  | "HOOKYARD_TRUSTED_PROXIES"
  | "HOOKYARD_CONNECTIONS"
>;

const API_PATH = /^\/(v1|ingest|receive|catalogue)(?:[/?]|$)/;
/** Where others send to: these may have a host of their own. */
const OUTSIDE = new Set<string | undefined>(["ingest", "receive"]);
/** The deliveries of a worker reach receivers through its own door. */
const SERVED_BY = {
  worker: new Set<string | undefined>(["receive"]),
  others: new Set<string | undefined>(["v1", "ingest", "receive", "catalogue"]),
};
const HEALTH_PATH = /^\/(?:healthz|readyz|metrics)(?:\?|$)/;
const RETRY_AFTER_SECONDS = 1;

/**
 * The one HTTP server. It listens before anything else is ready, so that a taken port is reported at once; until a
 * handler is there, its requests are told to come back in a second. It refuses, for every handler, requests that a
 * proxy could read as another one, too many connections, and the wrong host.
 */
export function createFrontDoor(
  env: Settings,
  handlers: Handlers,
  { bodies, standing }: { bodies: BodyBudget; standing: Standing },
): Server {
  const isDevelopment = env.NODE_ENV === "development";
  const isWorker = env.HOOKYARD_ROLE === "worker";
  const proxies = createProxies(env.HOOKYARD_TRUSTED_PROXIES);
  const belongs = createOriginRule(env);
  const demandHttps = createHttpsDemand(env, proxies);
  const cap = new ConnectionCap(env.HOOKYARD_CONNECTIONS, proxies.isTrusted);

  const letIn = (request: IncomingMessage, response: ServerResponse) => {
    demandHttps(request, response);
    const path = request.url ?? "/";
    const api = API_PATH.exec(path)?.[1];
    if (!belongs(proxies.hostOf(request), OUTSIDE.has(api))) return refuse(response, NOTHING_HERE);
    // Only we set the client's address; a caller's own header is dropped.
    request.headers["x-hookyard-address"] = proxies.clientAddress(request);
    if (SERVED_BY[isWorker ? "worker" : "others"].has(api)) return enter(handlers.api, request, response);
    if (HEALTH_PATH.test(path)) {
      request.headers["x-hookyard-local"] = isLocal(request) ? "1" : "0";
      return enter(handlers.api, request, response);
    }
    if (isWorker) return refuse(response, ONLY_A_WORKER);
    request.headers["x-hookyard-page"] = path.replace(/([?&])_rsc=[^&]*&?/, "$1").replace(/[?&]$/, "");
    proxies.stripForwarded(request);
    applyPagePolicy(request, response, isDevelopment);
    void enterPages(handlers.pages, bodies, { request, response });
  };

  const server = createServer(
    {
      maxHeaderSize: 64 * 1024,
      headersTimeout: 15_000,
      // The whole request with its body: long enough for 50 MiB over a slow connection, short enough to shed idlers.
      requestTimeout: 120_000,
      connectionsCheckingInterval: 5_000,
      // Longer than the idle timeout of usual load balancers (60 s), so that they never reuse a closed connection.
      keepAliveTimeout: 75_000,
    },
    (request, response) => {
      if (hasBody(request)) response.once("finish", () => discardRest(request));
      // While the copy stops, a connection ends with its answer, so that its next request goes elsewhere.
      if (standing.isStopping) response.shouldKeepAlive = false;
      const refusal = cap.refuses(request.socket) ? TOO_MANY_CONNECTIONS : toAmbiguous(findAmbiguity(request));
      if (refusal) {
        response.shouldKeepAlive = false;
        return refuse(response, refusal);
      }
      letIn(request, response);
    },
  );
  cap.guard(server);
  return server;
}

const NOTHING_HERE = new HookyardError("not_found", "There is nothing at this address.");
const ONLY_A_WORKER = new HookyardError(
  "not_found",
  "This copy is a worker: it serves /healthz, /readyz, /metrics and /receive only.",
);
const STARTING = new HookyardError("unavailable", "Hookyard is starting.", { retryAfter: RETRY_AFTER_SECONDS });
const TOO_MANY_CONNECTIONS = new HookyardError("unavailable", "Too many connections are open.", {
  retryAfter: RETRY_AFTER_SECONDS,
});

function toAmbiguous(ambiguity: string | null): HookyardError | null {
  return ambiguity === null ? null : new HookyardError("malformed_request", ambiguity);
}

/**
 * Listens; rejects with Node's own error, such as EADDRINUSE. Returns the port, which the system chooses for 0. Without a
 * HOST Node.js listens at `::`, which takes IPv4 too, or at `0.0.0.0` where the system has no IPv6.
 */
export function listen(server: Server, env: Pick<Env, "HOST" | "PORT">): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(env.PORT, env.HOST, () => {
      server.off("error", reject);
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : env.PORT);
    });
  });
}

/** Stops accepting and waits for the answers in progress, at most this long. */
export async function closeDoor(server: Server, patienceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Connections are kept alive after their answer; without this they would keep the server open until they time out.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  // Upgraded connections (the reload channel of development) count as open, but the server cannot end them.
  if (!(await endsWithin(closed, patienceMs))) server.closeAllConnections();
  clearInterval(sweep);
}

function enter(handler: RequestListener | null, request: IncomingMessage, response: ServerResponse): void {
  if (handler) return void handler(request, response);
  refuse(response, STARTING);
}

/** The pages read any body, so it is read before them, up to a bound. */
async function enterPages(
  pages: RequestListener | null,
  bodies: BodyBudget,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
): Promise<void> {
  if (!hasBody(request)) return enter(pages, request, response);
  const share = bodies.open(String(request.headers["x-hookyard-address"] ?? ""));
  response.once("close", () => share.close());
  const read = await readAhead(request, share).catch((error: HookyardError) => error);
  if (!(read instanceof HookyardError)) return enter(pages, read, response);
  // Does not wait for the rest of a body that arrived too slowly.
  if (read.code === "request_timeout") response.shouldKeepAlive = false;
  refuse(response, read);
}

/** Answers in the envelope of the API. A browser runs nothing of it: it may be the answer of `/ingest` or `/receive`. */
function refuse(response: ServerResponse, { status, code, message, retryAfter }: HookyardError): void {
  response.writeHead(status, {
    "Content-Type": "application/json",
    ...INGEST_HEADERS,
    ...(retryAfter !== undefined && { "Retry-After": retryAfter }),
  });
  response.end(JSON.stringify({ status: false, message, data: null, error: { code } }));
}
