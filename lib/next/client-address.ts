import type { IncomingMessage } from "node:http";
import { createBlockCheck, isAddress, isLoopback, toPlainAddress } from "@/lib/kernel/address-blocks";

/** Headers in which proxies describe the request that they forward. */
const FORWARDED = ["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-forwarded-port", "forwarded"];
/** A chain of proxies is never longer than this. */
const MAX_HOPS = 16;

export type Proxies = {
  /**
   * The address of the client, IPv4 in its own form. Only trusted proxies are believed: it is the last address of `X-Forwarded-For` that does
   * not belong to one of them. The nearest proxy wrote the end of that header.
   */
  clientAddress(request: IncomingMessage): string;
  isTrusted(address: string): boolean;
  /** The requested host: a trusted proxy may have forwarded it under another name. */
  hostOf(request: IncomingMessage): string;
  /** Whether the client speaks HTTPS, as a trusted proxy says; the first proxy of a chain stands first. */
  isHttps(request: IncomingMessage): boolean;
  /** Removes these headers if anyone but a trusted proxy sent them. */
  stripForwarded(request: IncomingMessage): void;
};

/** `trusted` are CIDR blocks. */
export function createProxies(trusted: readonly string[]): Proxies {
  const isTrusted = createBlockCheck(trusted);
  const comesByProxy = (request: IncomingMessage) => isTrusted(request.socket.remoteAddress ?? "");

  return {
    isTrusted,
    clientAddress(request) {
      const peer = request.socket.remoteAddress ?? "";
      const header = request.headers["x-forwarded-for"];
      if (header === undefined || !isTrusted(peer)) return toPlainAddress(peer);
      const hops = String(header).split(",").slice(-MAX_HOPS);
      let address = peer;
      for (const hop of hops.reverse().map((entry) => entry.trim())) {
        if (!isAddress(hop)) break;
        address = hop;
        if (!isTrusted(hop)) break;
      }
      return toPlainAddress(address);
    },
    hostOf(request) {
      const forwarded = request.headers["x-forwarded-host"];
      return forwarded !== undefined && comesByProxy(request) ? String(forwarded) : (request.headers.host ?? "");
    },
    isHttps(request) {
      const [scheme = ""] = String(request.headers["x-forwarded-proto"] ?? "").split(",");
      return scheme.trim().toLowerCase() === "https" && comesByProxy(request);
    },
    stripForwarded(request) {
      if (comesByProxy(request)) return;
      for (const name of FORWARDED) delete request.headers[name];
    },
  };
}

/** Whether the request comes from this machine itself and is not forwarded for another client. */
export function isLocal({ socket, headers }: IncomingMessage): boolean {
  if (headers.via !== undefined || FORWARDED.some((name) => headers[name] !== undefined)) return false;
  return isLoopback(socket.remoteAddress ?? "");
}
