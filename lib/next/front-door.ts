import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { Env } from "@/lib/env";
import { clientAddress } from "@/lib/next/client-address";
import { applyPagePolicy } from "@/lib/next/page-policy";

/** What the door leads to. Both are absent until they are ready; a worker has no pages at all. */
export type Rooms = { api: RequestListener | null; pages: RequestListener | null };

const API_PATH = /^\/(?:v1|ingest)(?:[/?]|$)/;
const HEALTH_PATH = /^\/(?:healthz|readyz|metrics)(?:\?|$)/;

/**
 * The one HTTP server. It listens before anything else is ready, so that a taken port is told at once; until a room
 * is there, its requests are told to come back in a second.
 */
export function createFrontDoor(env: Pick<Env, "HOOKYARD_ROLE" | "NODE_ENV">, rooms: Rooms): Server {
  const isDevelopment = env.NODE_ENV === "development";
  const isWorker = env.HOOKYARD_ROLE === "worker";
  return createServer(
    {
      maxHeaderSize: 64 * 1024,
      headersTimeout: 15_000,
      // The whole request with its body: long enough for 50 MiB over a slow line, short enough to shed idlers.
      requestTimeout: 120_000,
      // Longer than the idle time-out of usual load balancers (60 s), so that they never reuse a closed connection.
      keepAliveTimeout: 75_000,
    },
    (request, response) => {
      // Only we say who asks; a caller's own word for it is dropped.
      request.headers["x-hookyard-address"] = clientAddress(request);
      const path = request.url ?? "/";
      if (HEALTH_PATH.test(path)) return enter(rooms.api, request, response);
      if (isWorker)
        return refuse(response, 404, "This copy is a worker: it serves /healthz, /readyz and /metrics only.");
      if (API_PATH.test(path)) return enter(rooms.api, request, response);
      request.headers["x-hookyard-page"] = path.replace(/([?&])_rsc=[^&]*&?/, "$1").replace(/[?&]$/, "");
      applyPagePolicy(request, response, isDevelopment);
      return enter(rooms.pages, request, response);
    },
  );
}

/** Listens; rejects with Node's own error, such as EADDRINUSE. Gives the port, which the system chose if 0 was asked. */
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

/** Accepts nothing more and waits for the answers under way, at most so long. */
export async function closeDoor(server: Server, patienceMs: number): Promise<void> {
  const closed = new Promise<boolean>((resolve) => server.close(() => resolve(true)));
  // Connections are kept alive after their answer; without this they would hold the door until they time out.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const patience = new AbortController();
  const impatient = pause(patienceMs, false, { signal: patience.signal }).catch(() => false);
  // Upgraded connections (the reload channel of development) count as open, but nobody can ask the server to end them.
  if (!(await Promise.race([closed, impatient]))) server.closeAllConnections();
  patience.abort();
  clearInterval(sweep);
}

function enter(room: RequestListener | null, request: IncomingMessage, response: ServerResponse): void {
  if (room) return void room(request, response);
  response.setHeader("Retry-After", "1");
  refuse(response, 503, "Hookyard is starting.");
}

function refuse(response: ServerResponse, status: number, message: string): void {
  const code = status === 404 ? "not_found" : "unavailable";
  response.writeHead(status, { "Content-Type": "application/json", "X-Content-Type-Options": "nosniff" });
  response.end(JSON.stringify({ status: false, message, data: null, error: { code } }));
}
