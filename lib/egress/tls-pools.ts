import type { SecureContext } from "node:tls";
import type { Agent } from "undici";
import { type ClientTls, createTlsContext } from "./client-tls";

const MAX_POOLS = 128;

/**
 * A pool of connections for each client certificate or authority, so that no request uses a connection that was made
 * with another. At most 128 are kept: the one that was used the longest ago ends its requests and closes.
 */
export class TlsPools {
  /** By the id of their TLS, the latest used last. */
  readonly #agents = new Map<string, Agent>();
  readonly #closing = new Set<Promise<void>>();
  readonly #leaving = new Set<Agent>();
  #isClosed = false;

  constructor(private readonly make: (context: SecureContext) => Agent) {}

  get size(): number {
    return this.#agents.size;
  }

  /** The pool of this TLS, or the error of texts that no connection can be made with. */
  find(tls: ClientTls): Agent | Error {
    const agent = this.#agents.get(tls.id) ?? this.#tryToMake(tls);
    if (agent instanceof Error) return agent;
    this.#agents.delete(tls.id);
    this.#agents.set(tls.id, agent);
    if (this.#agents.size > MAX_POOLS) this.#letGoOldest();
    return agent;
  }

  /** Waits for the requests in flight. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...[...this.#agents.values()].map((agent) => agent.close()), ...this.#closing]);
  }

  /** The requests in flight fail. */
  async destroy(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#agents.values(), ...this.#leaving].map((agent) => agent.destroy()));
  }

  #tryToMake(tls: ClientTls): Agent | Error {
    try {
      const agent = this.make(createTlsContext(tls));
      // Refuses what is sent by it, as the others do then.
      if (this.#isClosed) void agent.close();
      return agent;
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  #letGoOldest(): void {
    const [oldest] = this.#agents;
    if (!oldest) return;
    const [id, agent] = oldest;
    this.#agents.delete(id);
    this.#leaving.add(agent);
    const closed = agent.close().finally(() => {
      this.#leaving.delete(agent);
      this.#closing.delete(closed);
    });
    this.#closing.add(closed);
  }
}
