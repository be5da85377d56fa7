import { createHash } from "node:crypto";
import type pg from "pg";
import type { Shard, ShardServer } from "@/lib/db/placement/shards";
import type { Logger } from "@/lib/kernel/log";
import { Rounds } from "@/lib/kernel/rounds";

/** How often it is looked whether there is something to do. */
const LOOK_MS = 1_000;
/** How long an engine rests at most. */
const REST_MS = 30_000;
/** What became due within this is seen; an index may have many dead entries of before. */
export const JUST_DUE = "interval '15 seconds'";

const UNDEFINED_TABLE = "42P01";

/** A condition of SQL on the tables of a shard, as they are called there. Quick to find out where it does not hold. */
export type Condition = (nameOf: (table: string) => string) => string;

/**
 * How long an engine that is told of what has *just* become due rests before it looks by itself for what is due for long,
 * in milliseconds. Another time for each, so that those of many shards do not look together.
 */
export function restMs(): number {
  return REST_MS * (1 - Math.random() / 2);
}

type Awaited = { readonly holds: Condition; readonly tell: () => void };

type Place = { readonly address: string | null; readonly pool: pg.Pool };
type Looked = { readonly shard: Shard; readonly awaited: readonly Awaited[] };

type Parts = {
  /** The servers that there are now, with the shards that they have now. */
  servers(): readonly Pick<ShardServer, "address" | "databases" | "shards">[];
  readonly log: Logger;
};

/**
 * Looks once a second whether there is something to do, by one statement for all shards of a server and all that waits for
 * it, so that shards at rest are hardly asked one by one. A server that is slow or away keeps nobody from looking at the
 * others.
 */
export class LookOut {
  /** By the ids of the shards. */
  readonly #awaited = new Map<string, Awaited[]>();
  readonly #rounds: Rounds;
  /** By the addresses of the servers. */
  readonly #asking = new Map<string | null, Promise<void>>();
  readonly #failing = new Set<string | null>();

  constructor(private readonly parts: Parts) {
    this.#rounds = new Rounds({
      run: async () => {
        for (const server of parts.servers()) this.#ask(server);
        return LOOK_MS;
      },
      onError: (error) => parts.log.error({ err: error }, "looking for something to do failed; trying again"),
      afterErrorMs: LOOK_MS,
    });
  }

  /**
   * Calls `tell` whenever a look finds that the condition holds in the shard, as often as that is found, and once the shard's
   * server can be looked at again.
   */
  watchFor({ id }: Pick<Shard, "id">, holds: Condition, tell: () => void): void {
    const known = this.#awaited.get(id);
    if (known) known.push({ holds, tell });
    else this.#awaited.set(id, [{ holds, tell }]);
  }

  start(): void {
    this.#rounds.start(LOOK_MS);
  }

  async stop(): Promise<void> {
    await this.#rounds.stop();
    await Promise.all(this.#asking.values());
  }

  #ask({ address, databases, shards }: ReturnType<Parts["servers"]>[number]): void {
    const looked = shards.flatMap((shard) => {
      const awaited = this.#awaited.get(shard.id);
      return awaited ? { shard, awaited } : [];
    });
    if (looked.length === 0 || this.#asking.has(address)) return;
    const asking = this.#look({ address, pool: databases.work.pool }, looked)
      .catch((error: unknown) => this.#noteFailure(address, error))
      .finally(() => this.#asking.delete(address));
    this.#asking.set(address, asking);
  }

  async #look({ address, pool }: Place, looked: readonly Looked[]): Promise<void> {
    const text = looked
      .map(
        ({ shard, awaited }) => `select array[${awaited.map(({ holds }) => holds(shard.nameOf)).join(", ")}] as found`,
      )
      .join("\nunion all ");
    // What is prepared is known by its name, and the shards of a server change.
    const name = `look_out ${createHash("md5").update(text).digest("hex")}`;
    const { rows } = await pool.query<{ found: boolean[] }>({ name, text });
    // What has become due meanwhile may be due for long by now.
    const isBack = this.#failing.delete(address);
    for (const [place, { awaited }] of looked.entries()) {
      for (const [which, { tell }] of awaited.entries()) if (isBack || rows[place]?.found[which]) tell();
    }
  }

  /** Once for each time that it begins to fail: whoever has something to do there finds it out by itself, and says so. */
  #noteFailure(address: string | null, error: unknown): void {
    if (this.#failing.has(address)) return;
    this.#failing.add(address);
    // A shard has just moved: soon it is known where to.
    if ((error as { code?: string }).code === UNDEFINED_TABLE) return;
    this.parts.log.warn(
      { err: error, server: address },
      "it could not be seen whether there is something to do; trying again",
    );
  }
}
