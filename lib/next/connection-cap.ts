import type { Server } from "node:http";
import type { Socket } from "node:net";
import { networkOf } from "@/lib/kernel/network-of";

/** How many connections per hundred beyond the cap are accepted to be told to come back; others are cut at once. */
const TOLD_PERCENT = 25;
const SWEEP_MS = 1_000;

/**
 * Bounds the concurrent connections of a server. One network may have at most half of what the others leave free, so
 * that it cannot lock everybody out; trusted proxies stand for many clients and have no such bound.
 */
export class ConnectionCap {
  #open = 0;
  #sweptAt = Number.NEGATIVE_INFINITY;
  readonly #byNetwork = new Map<string, number>();
  readonly #refused = new Set<Socket>();

  constructor(
    private readonly max: number,
    private readonly isTrusted: (address: string) => boolean,
  ) {}

  guard(server: Server): void {
    server.maxConnections = Math.ceil((this.max * (100 + TOLD_PERCENT)) / 100);
    server.on("connection", (socket) => this.#count(server, socket));
    server.on("drop", () => this.#closeIdle(server));
  }

  /** Whether the requests of this connection must be refused. */
  refuses(socket: Socket): boolean {
    return this.#refused.size > 0 && this.#refused.has(socket);
  }

  #count(server: Server, socket: Socket): void {
    const address = socket.remoteAddress ?? "";
    const network = networkOf(address);
    const own = (this.#byNetwork.get(network) ?? 0) + 1;
    this.#byNetwork.set(network, own);
    this.#open += 1;
    const isFull = this.#open > this.max;
    const others = this.#open - own;
    const hasTooMany = own > Math.max(1, (this.max - others) / 2) && !this.isTrusted(address);
    if (isFull || hasTooMany) this.#refused.add(socket);
    if (isFull) this.#closeIdle(server);
    socket.once("close", () => {
      this.#refused.delete(socket);
      this.#open -= 1;
      const left = (this.#byNetwork.get(network) ?? 1) - 1;
      if (left > 0) this.#byNetwork.set(network, left);
      else this.#byNetwork.delete(network);
    });
  }

  /** Idle kept-alive connections are closed first. */
  #closeIdle(server: Server): void {
    const now = performance.now();
    if (now - this.#sweptAt < SWEEP_MS) return;
    this.#sweptAt = now;
    server.closeIdleConnections();
  }
}
