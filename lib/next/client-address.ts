import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";

/**
 * The address of whoever asks. A proxy in front stands in a private network: only from there is its
 * `X-Forwarded-For` believed, and of that only the last entry, the one the proxy wrote itself.
 */
export function clientAddress(request: IncomingMessage): string {
  const peer = request.socket.remoteAddress ?? "";
  const header = request.headers["x-forwarded-for"];
  if (header === undefined) return peer;
  const forwarded = String(header).split(",").at(-1)?.trim();
  const isProxy = ipaddr.isValid(peer) && ipaddr.process(peer).range() !== "unicast";
  return isProxy && forwarded && ipaddr.isValid(forwarded) ? forwarded : peer;
}
