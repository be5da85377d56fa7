import { isIP, type LookupFunction, type Socket } from "node:net";
import type { buildConnector } from "undici";
import { createConnector, type NoteCertificate } from "./connector";
import { openTunnel, ProxyError } from "./proxy-tunnel";

/** A name may have many addresses; a proxy that connects to none of the first ones is asked no more. */
const MAX_ADDRESSES = 3;
/** As undici has it for its own connections. */
const KEEP_ALIVE_MS = 60_000;

export type ProxiedOptions = buildConnector.BuildOptions & { proxy: string; lookup: LookupFunction; timeout: number };

/**
 * Connects through an HTTP proxy. The name of a destination is looked up and judged here, and the proxy is asked for an
 * address that was allowed, never for the name: it cannot be at another address for the proxy. TLS is spoken with the
 * destination itself, through the proxy.
 */
export function createProxiedConnector(
  { proxy, lookup, timeout, ...options }: ProxiedOptions,
  note: NoteCertificate | null = null,
): buildConnector.connector {
  const secure = createConnector({ ...options, timeout }, note);
  return (to, callback) => {
    const port = to.port || (to.protocol === "https:" ? "443" : "80");
    const use = (socket: Socket) => {
      if (to.protocol === "https:") return secure({ ...to, httpSocket: socket }, callback);
      callback(null, socket.setNoDelay(true).setKeepAlive(true, KEEP_ALIVE_MS));
    };
    findAddresses(to.hostname, lookup, (error, addresses) => {
      if (error !== null) return callback(error, null);
      const targets = addresses.slice(0, MAX_ADDRESSES).map((address) => `${bracketed(address)}:${port}`);
      openFirst({ proxy, targets, timeoutMs: timeout }, (failure, socket) => {
        if (socket === null) callback(failure ?? new ProxyError("The name has no address."), null);
        else use(socket);
      });
    });
  };
}

type Found = (error: Error | null, addresses: string[]) => void;

/** An address in the URL itself was judged with the URL. */
function findAddresses(hostname: string, lookup: LookupFunction, found: Found): void {
  if (isIP(hostname)) return void found(null, [hostname]);
  lookup(hostname, { all: true }, (error, addresses) => {
    if (error) return void found(error, []);
    found(null, Array.isArray(addresses) ? addresses.map(({ address }) => address) : [addresses]);
  });
}

type Trying = { proxy: string; targets: readonly string[]; timeoutMs: number };

/** Tries one address after another, as far as the proxy says that it cannot connect to one (a 5xx). */
function openFirst(
  { proxy, targets, timeoutMs }: Trying,
  opened: (error: Error | null, socket: Socket | null) => void,
): void {
  const [to, ...others] = targets;
  if (to === undefined) return void opened(null, null);
  openTunnel({ proxy, to, timeoutMs }, (error, socket) => {
    const isElsewhere = error instanceof ProxyError && (error.status ?? 0) >= 500;
    if (isElsewhere && others.length > 0) openFirst({ proxy, targets: others, timeoutMs }, opened);
    else opened(error, socket);
  });
}

function bracketed(address: string): string {
  return isIP(address) === 6 ? `[${address}]` : address;
}
