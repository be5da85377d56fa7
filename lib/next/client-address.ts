import type { IncomingMessage } from "node:http";
import { createBlockCheck, isAddress, isLoopback } from "@/lib/kernel/address-blocks";

/** What proxies write of the request that they pass on. */
const FORWARDED = ["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-forwarded-port", "forwarded"];
/** More proxies than this do not stand in a row. */
const MAX_HOPS = 16;

export type Proxies = {
  /**
   * The address of whoever asks. Only proxies of ours are believed: read from the end, which the nearest one wrote, it is
   * the first address of `X-Forwarded-For` that is none of them.
   */
  clientAddress(request: IncomingMessage): string;
  isTrusted(address: string): boolean;
  /** The host that was asked for: a proxy of ours may have passed it on under another name. */
  hostOf(request: IncomingMessage): string;
  /** Takes away what anybody else says of a request that they pass on. */
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
      if (header === undefined || !isTrusted(peer)) return peer;
      const hops = String(header).split(",").slice(-MAX_HOPS);
      let address = peer;
      for (const hop of hops.reverse().map((entry) => entry.trim())) {
        if (!isAddress(hop)) break;
        address = hop;
        if (!isTrusted(hop)) break;
      }
      return address;
    },
    hostOf(request) {
      const forwarded = request.headers["x-forwarded-host"];
      return forwarded !== undefined && comesByProxy(request) ? String(forwarded) : (request.headers.host ?? "");
    },
    stripForwarded(request) {
      if (comesByProxy(request)) return;
      for (const name of FORWARDED) delete request.headers[name];
    },
  };
}

/** Whether this machine itself asks, and does not pass on what somebody else does. */
export function isLocal({ socket, headers }: IncomingMessage): boolean {
  if (headers.via !== undefined || FORWARDED.some((name) => headers[name] !== undefined)) return false;
  return isLoopback(socket.remoteAddress ?? "");
}
