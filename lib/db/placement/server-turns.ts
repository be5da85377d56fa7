import type { Shard } from "@/lib/db/placement/shards";
import { AT_ONCE, type TakeTurn, Turns } from "@/lib/kernel/turns";

/** Batches of one process that a server writes at a time: one waits for its disk while another is worked on. */
const AT_A_TIME = 2;
/** One that takes longer waits for a lock or for a server that hangs, and costs no work. */
const LONG_MS = 100;

/**
 * The turns of the shards of each server to write a batch: of events, or of results. A batch costs much the same whatever
 * is in it. On one server all that arrives while others are written is one batch; on a server with many shards it is as
 * many, unless they wait for each other, and gather more meanwhile.
 */
export class ServerTurns {
  readonly #servers = new Map<string, Turns>();

  /** The turns of a shard, on the server that has it by then. On the only server, and once it was split, nobody waits. */
  of(shard: Shard): TakeTurn {
    return () => {
      const { address } = shard;
      return address === null ? AT_ONCE() : this.#at(address).take();
    };
  }

  #at(address: string): Turns {
    const known = this.#servers.get(address);
    if (known) return known;
    const turns = new Turns(AT_A_TIME, LONG_MS);
    this.#servers.set(address, turns);
    return turns;
  }
}
