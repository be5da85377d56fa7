import type { SecureContext } from "node:tls";
import { Agent } from "undici";
import type { AddressGuard } from "./address-guard";
import type { ClientTls } from "./client-tls";
import { createConnector, type NoteCertificate } from "./connector";
import { type Answer, Exchange } from "./exchange";
import type { Failure } from "./failure";
import { createGuardedLookup } from "./guarded-lookup";
import type { OwnReceivers } from "./own-receivers";
import { createProxiedConnector } from "./proxied-connector";
import { ReceiverTime } from "./receiver-time";
import { cacheResolve, type Resolve, resolveBySystem } from "./resolver";
import { TlsPools } from "./tls-pools";

/**
 * `timeoutMs` covers everything: lookup, connecting, sending, and the whole answer with its body. Time in which this
 * process stood still does not count.
 */
export type OutgoingRequest = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: Buffer | null;
  timeoutMs: number;
  signal?: AbortSignal;
  /** Its connection's own certificate and authorities, if any. Not for receivers of this installation. */
  tls?: ClientTls | null;
};

/**
 * With an `error` the attempt failed, even if `status` shows that an answer had begun. Names of `headers` are in lower
 * case, repeated ones joined by ", ". `body` contains the bytes as received, without decompression.
 */
export type SendResult = Answer & { error: Failure | null; startedAt: Date; durationMs: number };

export type Sender = {
  /** Sends one request and never throws or rejects. Redirects are not followed. */
  send(request: OutgoingRequest): Promise<SendResult>;
  /** Waits for the requests in flight and closes all connections. */
  close(): Promise<void>;
  /** Closes all connections; the requests in flight fail. */
  breakOff(): Promise<void>;
};

export type SenderOptions = {
  guard: AddressGuard;
  /** This installation's receivers, which the guard does not judge; none by default. */
  own?: OwnReceivers | null;
  /** The rest of a longer body is cut off, which is not an error. Default 64 KiB. */
  maxResponseBytes?: number;
  /** How names become addresses; the system's resolver by default. */
  resolve?: Resolve;
  /** Hears of the certificates of receivers, at new connections and not at requests. */
  noteCertificate?: NoteCertificate;
};

/** `hostHeader` is set where the name of the destination is not the one that is connected to: at this copy's own door. */
type Destination = { origin: string; host: string; path: string; hostHeader: string | null; refusal: string | null };

const MAX_RESPONSE_BYTES = 65_536;
const MAX_RESPONSE_HEADER_BYTES = 65_536;
/** Practically unbounded: the callers bound how much is in flight. */
const CONNECTIONS_PER_ORIGIN = 1_000;
const CONNECTIONS = {
  connections: CONNECTIONS_PER_ORIGIN,
  pipelining: 1,
  maxHeaderSize: MAX_RESPONSE_HEADER_BYTES,
  headersTimeout: 0,
  bodyTimeout: 0,
};
const CONNECT_TIMEOUT_MS = 10_000;
const MAX_KNOWN_DESTINATIONS = 5_000;
const NOT_SENT: Answer = { status: null, headers: {}, body: Buffer.alloc(0), bodyTruncated: false };

/**
 * Headers that describe a connection or that the sender derives from the URL and the body; a request's own are dropped.
 */
const CONNECTION_HEADERS = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/**
 * The only way out of the program: a pool of kept-alive connections that reaches only what the address guard allows,
 * through its proxy if there is one. Connections with certificates of their own have pools of their own.
 */
export function createSender(options: SenderOptions): Sender {
  const { guard, own = null, maxResponseBytes = MAX_RESPONSE_BYTES, resolve = resolveBySystem } = options;
  const { noteCertificate: note = null } = options;
  const destinations = new Map<string, Destination>();
  const time = new ReceiverTime();
  const connecting = { timeout: CONNECT_TIMEOUT_MS, lookup: createGuardedLookup(guard, cacheResolve(resolve)) };
  const createAgent = (tls: { secureContext?: SecureContext } = {}) => {
    const options = { ...connecting, ...tls };
    const { proxy } = guard;
    return new Agent({
      ...CONNECTIONS,
      connect: proxy === null ? createConnector(options, note) : createProxiedConnector({ ...options, proxy }, note),
    });
  };
  const agent = createAgent();
  const tlsPools = new TlsPools((secureContext) => createAgent({ secureContext }));
  // Connects to this copy's own door and nowhere else.
  const ownAgent = own && new Agent({ ...CONNECTIONS, connect: { timeout: CONNECT_TIMEOUT_MS } });

  function findDestination(url: string): Destination {
    const known = destinations.get(url);
    if (known) return known;
    const destination = readDestination(url, guard, own);
    if (destinations.size >= MAX_KNOWN_DESTINATIONS) destinations.clear();
    destinations.set(url, destination);
    return destination;
  }

  function send(request: OutgoingRequest): Promise<SendResult> {
    const { signal, timeoutMs, method, body, tls } = request;
    const finish = startResult();
    const { origin, host, path, hostHeader, refusal } = findDestination(request.url);
    if (refusal) return Promise.resolve(finish(NOT_SENT, { code: "refused", message: refusal }));
    if (signal?.aborted) return Promise.resolve(finish(NOT_SENT, ABORTED));
    const pool = tls ? tlsPools.find(tls) : agent;
    if (pool instanceof Error) return Promise.resolve(finish(NOT_SENT, toUnusable(pool)));

    return new Promise((resolveResult) => {
      const exchange = new Exchange(host, maxResponseBytes, (failure) => {
        deadline.cancel();
        signal?.removeEventListener("abort", abort);
        resolveResult(finish(exchange.answer(), failure));
      });
      const abort = () => exchange.stop(ABORTED);
      const deadline = time.after(timeoutMs, () => exchange.stop(toOverdue(exchange, timeoutMs)));
      signal?.addEventListener("abort", abort);
      const headers = toHeaderList(request.headers);
      if (hostHeader === null || !ownAgent) pool.dispatch({ origin, path, method, headers, body }, exchange);
      else ownAgent.dispatch({ origin, path, method, headers: ["host", hostHeader, ...headers], body }, exchange);
    });
  }

  let closing: Promise<void> | null = null;
  function close(): Promise<void> {
    closing ??= Promise.all([agent.close(), tlsPools.close(), ownAgent?.close()]).then(() => {});
    return closing;
  }

  return {
    send,
    close,
    async breakOff() {
      await Promise.all([agent.destroy(), tlsPools.destroy(), ownAgent?.destroy()]);
    },
  };
}

const ABORTED: Failure = { code: "aborted", message: "Given up before an answer came." };

function toUnusable({ message }: Error): Failure {
  return { code: "tls", detail: "other", message: `The endpoint's certificate cannot be used: ${message}.` };
}

function startResult(): (answer: Answer, error: Failure | null) => SendResult {
  const startedAt = new Date();
  const startMs = performance.now();
  return (answer, error) => ({ ...answer, error, startedAt, durationMs: performance.now() - startMs });
}

function toOverdue({ status, isSent, host }: Exchange, timeoutMs: number): Failure {
  const within = `within ${timeoutMs / 1000} s`;
  if (status !== null) {
    return { code: "timeout", detail: "body", message: `Answered ${status}, but the body did not end ${within}.` };
  }
  if (isSent) return { code: "timeout", detail: "answer", message: `No answer ${within}.` };
  return { code: "timeout", detail: "connect", message: `No connection to ${host} ${within}.` };
}

function readDestination(text: string, guard: AddressGuard, own: OwnReceivers | null): Destination {
  const target = own?.find(text);
  if (target) return { ...target, hostHeader: target.host, refusal: null };
  const refusal = guard.checkUrl(text);
  if (refusal) return { origin: "", host: "", path: "", hostHeader: null, refusal };
  const url = new URL(text);
  return { origin: url.origin, host: url.host, path: url.pathname + url.search, hostHeader: null, refusal: null };
}

function toHeaderList(headers: Record<string, string>): string[] {
  const list: string[] = [];
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    if (value !== undefined && !CONNECTION_HEADERS.has(name.toLowerCase())) list.push(name, value);
  }
  return list;
}
