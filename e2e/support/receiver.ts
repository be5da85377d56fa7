import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

/** One request as it came. */
export type Received = {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  at: Date;
};

/** How a receiver answers: with a status, depending on the request, or not at all. */
export type Behaviour = number | "hang" | ((request: Received) => number);

/** A real HTTP server that keeps its requests. */
export type Receiver = {
  url: string;
  received: Received[];
  /** Applies from the next request on. */
  answerWith(behaviour: Behaviour): void;
  /** The first request, past or future, that matches. */
  waitFor(fits: (request: Received) => boolean): Promise<Received>;
  close(): Promise<void>;
};

/** Starts a receiver on a free loopback port. */
export async function startReceiver(behaviour: Behaviour = 200): Promise<Receiver> {
  let current = behaviour;
  const received: Received[] = [];
  const waiting = new Set<(request: Received) => void>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = "", url: path = "", headers } = request;
    const one = { method, path, headers, body: Buffer.concat(chunks), at: new Date() };
    received.push(one);
    for (const tell of waiting) tell(one);
    if (current === "hang") return;
    const status = typeof current === "function" ? current(one) : current;
    response.writeHead(status, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ answered: status }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answerWith(next) {
      current = next;
    },
    waitFor(fits) {
      const earlier = received.find(fits);
      if (earlier) return Promise.resolve(earlier);
      return new Promise((resolve) => {
        const tell = (request: Received) => {
          if (!fits(request)) return;
          waiting.delete(tell);
          resolve(request);
        };
        waiting.add(tell);
      });
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
