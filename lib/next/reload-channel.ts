import { createServer, type IncomingMessage, type Server } from "node:http";
import type { Duplex } from "node:stream";

/** The WebSocket path on which a page under development is told of changes. */
const RELOAD_PATH = /^\/_next\/hmr(?:[/?]|$)/;

/**
 * The server that Next.js may put its `upgrade` listener on; it accepts no connections. With that listener on the front
 * door itself, Node.js would hand each request with `Connection: Upgrade` (Java's HttpClient sends them) to Next.js,
 * past everything that the front door refuses; without one such a request is an ordinary request, as RFC 9110 (7.8)
 * allows. In development the front door passes requests for Next.js's reloading to the channel, and nothing else.
 */
export function createReloadChannel(door: Server, isDevelopment: boolean): Server {
  const channel = createServer();
  if (!isDevelopment) return channel;
  door.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const isReload = RELOAD_PATH.test(request.url ?? "");
    if (isReload && channel.emit("upgrade", request, socket, head)) return;
    askAgain(door, request, { socket, head });
  });
  return channel;
}

/** Gives the front door the same request without `Upgrade`, and the bytes after its head. */
function askAgain(door: Server, request: IncomingMessage, { socket, head }: { socket: Duplex; head: Buffer }): void {
  const { method, url, httpVersion, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() !== "upgrade") lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), head]));
  door.emit("connection", socket);
}
