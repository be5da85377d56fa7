import { request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import type { Socket } from "node:net";

/** Where a proxy is, and what it is told of who asks. */
type Proxy = { isSecure: boolean; host: string; port: number; name: string; authorization: string | null };

export type Tunnel = { proxy: string; to: string; timeoutMs: number };

type Opened = (error: Error | null, socket: Socket | null) => void;

/** A proxy that cannot be reached, or does not connect. The message says so, without the proxy's password. */
export class ProxyError extends Error {
  readonly code = "HOOKYARD_PROXY";

  constructor(
    message: string,
    /** The answer of the proxy, if it gave one. */
    readonly status: number | null = null,
  ) {
    super(message);
  }
}

/**
 * Asks a proxy for a connection to `to`, an address with its port (CONNECT; RFC 9110, 9.3.6). Calls back once, with a
 * socket through which bytes go to there and back.
 */
export function openTunnel({ proxy, to, timeoutMs }: Tunnel, opened: Opened): void {
  const { isSecure, host, port, name, authorization } = readProxy(proxy);
  const headers = { host: to, ...(authorization !== null && { "proxy-authorization": authorization }) };
  const options = { method: "CONNECT", host, port, path: to, headers, agent: false, timeout: timeoutMs } as const;
  const request = (isSecure ? requestSecure : requestPlain)(options);
  let isOver = false;
  const end: Opened = (error, socket) => {
    if (isOver) return;
    isOver = true;
    opened(error, socket);
  };
  request.once("connect", ({ statusCode = 0 }, socket: Socket, head) => {
    if (statusCode < 200 || statusCode > 299) {
      socket.destroy();
      return end(
        new ProxyError(`The proxy ${name} does not connect to ${to}: it answered ${statusCode}.`, statusCode),
        null,
      );
    }
    socket.setTimeout(0);
    if (head.length > 0) socket.unshift(head);
    end(null, socket);
  });
  request.once("timeout", () => request.destroy(new Error("it did not answer in time")));
  // Stays until the end: a second error must not end the process.
  request.on("error", (error: NodeJS.ErrnoException) => {
    end(new ProxyError(`The proxy ${name} cannot be used: ${error.code ?? error.message}.`), null);
  });
  request.end();
}

function readProxy(proxy: string): Proxy {
  const { protocol, hostname, port, host, username, password } = new URL(proxy);
  const isSecure = protocol === "https:";
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return {
    isSecure,
    host: hostname.replace(/^\[|\]$/g, ""),
    port: Number(port || (isSecure ? 443 : 80)),
    name: host,
    authorization: login === ":" ? null : `Basic ${Buffer.from(login).toString("base64")}`,
  };
}
