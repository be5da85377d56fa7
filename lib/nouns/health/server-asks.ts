import { whatFailed } from "@/lib/db/what-failed";
import { endsWithin } from "@/lib/kernel/patience";
import { DatabaseSizes } from "@/lib/nouns/health/database-sizes";
import { type HealthServer, readServerFacts, type ServerFacts } from "@/lib/nouns/health/read-server-facts";

/** Longer than a server takes on which all that may take half a second does. */
const PATIENCE_MS = 5_000;
/** The patience with a server that was away when asked last: whoever waits for the others is not kept from their figures. */
const SHORT_PATIENCE_MS = 500;

/** What a server answered, or why it did not. */
export type Answer = { readonly server: HealthServer } & (
  | { readonly facts: ServerFacts; readonly reason: null }
  | { readonly facts: null; readonly reason: string }
);

/** Asks the servers of a spread database, of which each may be away, and each at most once at a time. */
export class ServerAsks {
  readonly #asks = new Map<string, Promise<ServerFacts>>();
  readonly #away = new Set<string>();
  readonly #sizes = new DatabaseSizes();

  /** Rejects only where there is one server. */
  async ask(server: HealthServer): Promise<Answer> {
    const { address } = server;
    if (address === null) return { server, facts: await readServerFacts(server, this.#sizes), reason: null };
    try {
      const facts = await this.#read(server, address);
      this.#away.delete(address);
      return { server, facts, reason: null };
    } catch (error) {
      this.#away.add(address);
      return { server, facts: null, reason: whatFailed(error) };
    }
  }

  async #read(server: HealthServer, address: string): Promise<ServerFacts> {
    const asked =
      this.#asks.get(address) ?? readServerFacts(server, this.#sizes).finally(() => this.#asks.delete(address));
    this.#asks.set(address, asked);
    const patienceMs = this.#away.has(address) ? SHORT_PATIENCE_MS : PATIENCE_MS;
    // One that answers after all is there, however slow, and has the whole patience the next time.
    asked.then(
      () => this.#away.delete(address),
      () => {},
    );
    if (!(await endsWithin(asked, patienceMs))) throw new Error("no answer in time");
    return asked;
  }
}
