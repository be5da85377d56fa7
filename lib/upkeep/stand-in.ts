import { Rounds } from "@/lib/kernel/rounds";
import { isAnyDelivering } from "@/lib/nouns/health/judge";
import type { Notifier } from "@/lib/upkeep/notifier";
import { keepProblems, type ProblemParts } from "@/lib/upkeep/problems/keeper";

const ROUND_MS = 5_000;

/** A shard, with what sends its messages. */
type StoodIn = Pick<ProblemParts, "db" | "looked"> & { readonly notifier: Notifier };

export type StandInParts = Omit<ProblemParts, "onMessages" | "db" | "looked"> & { readonly shards: readonly StoodIn[] };

/**
 * What a copy that delivers nothing does while no copy delivers: it looks through what the alert rules are about, and
 * sends what routes are to hear. Nobody else would say that there is none.
 */
export class StandIn {
  readonly #rounds: Rounds;

  constructor(private readonly parts: StandInParts) {
    this.#rounds = new Rounds({
      run: async () => {
        await this.look();
        return ROUND_MS;
      },
      onError: (error) =>
        parts.log.warn({ err: error }, "whether a copy delivers could not be found out; trying again"),
      afterErrorMs: ROUND_MS,
    });
  }

  start(): void {
    this.#rounds.start();
  }

  async stop(): Promise<void> {
    await this.#rounds.stop();
    await Promise.all(this.parts.shards.map(({ notifier }) => notifier.stop()));
  }

  /** One round. Does nothing on a full disk, where nothing can be written. */
  async look(): Promise<void> {
    const { health, shards } = this.parts;
    const { copies, database } = await health.read();
    if (database.is_disk_full || isAnyDelivering(copies)) return;
    for (const { db, looked, notifier } of shards) {
      await keepProblems({ ...this.parts, db, looked, onMessages() {} });
      await notifier.sendDue();
    }
  }
}
