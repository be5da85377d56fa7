import type { IncomingMessage, ServerResponse } from "node:http";

const DRIP_MS = 100;
const CHUNK = Buffer.alloc(65_536, "x");
const HEADER_BYTES = 10 * 1024 * 1024;

/** What bad receivers do instead of answering well. */
export const MISCHIEF = {
  /** Ends the connection with a reset. */
  reset: ({ socket }: IncomingMessage) => void socket.resetAndDestroy(),
  /** A 200 whose body drips byte by byte and does not end. */
  drip: (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, { "content-length": CHUNK.length * 1_000 });
    const drip = setInterval(() => response.write("x"), DRIP_MS);
    response.once("close", () => clearInterval(drip));
  },
  /** A 200 with an endless body, as fast as it is read. */
  endless: (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200);
    const pour = () => {
      while (!response.destroyed && response.write(CHUNK));
      if (!response.destroyed) response.once("drain", pour);
    };
    pour();
  },
  /** A 200 with 10 MB of headers. */
  hugeHeaders: ({ socket }: IncomingMessage) => {
    const line = `X-Large: ${"x".repeat(8_000)}\r\n`;
    socket.write("HTTP/1.1 200 OK\r\n");
    socket.end(`${line.repeat(Math.ceil(HEADER_BYTES / line.length))}\r\n`);
  },
  /** Redirects to a place where a 200 would wait. */
  redirect: (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(302, { location: "/elsewhere" }).end();
  },
} as const satisfies Record<string, (request: IncomingMessage, response: ServerResponse) => void>;
export type Mischief = keyof typeof MISCHIEF;
