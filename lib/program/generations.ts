import type { PresentShards, Shards } from "@/lib/db/placement/shards";
import type { IncomingEvent, RecordedEvent, Recorder } from "@/lib/intake/recorder";
import type { ShardedCommit } from "@/lib/intake/sharded-commit";
import type { Logger } from "@/lib/kernel/log";
import { endsWithin } from "@/lib/kernel/patience";
import { Rounds } from "@/lib/kernel/rounds";
import type { Taking } from "@/lib/program/leave-to-others";
import type { Workers } from "@/lib/program/start-workers";

/** What works on the shards that a database has at one time. */
export type Generation = {
  readonly recorder: ShardedCommit;
  /** Null in a copy that delivers nothing. */
  readonly workers: Workers | null;
  /** Takes no more events from outside, and commits those in hand. */
  close(patienceMs: number): Promise<void>;
  /** Finishes what is under way, as far as the patience allows, and leaves the rest to others. */
  stop(patienceMs: number): Promise<void>;
};

/** `taking` are the workers of a copy that delivers. */
export function toGeneration(recorder: ShardedCommit, taking: Workers | Taking): Generation {
  recorder.handTo(taking.dispatches);
  const workers = "delivery" in taking ? taking : null;
  return {
    recorder,
    workers,
    async close(patienceMs) {
      // The sources of events first, so that what they have in hand is committed.
      if (workers) await endsWithin(workers.stopConsumers(), patienceMs);
      await recorder.close();
    },
    stop: (patienceMs) => taking.stop(patienceMs),
  };
}

type Parts = {
  shards: Shards;
  open: (shards: PresentShards) => Promise<Generation>;
  log: Logger;
};

/** How long one that was followed by another has for the requests that it has under way. */
const HAND_OVER_MS = 30_000;
const AGAIN_MS = 1_000;

/**
 * The engines of a copy. Once a shard is split, the next generation works on the shards that there are then, and the one
 * before finishes what it has under way.
 */
export class Generations implements Recorder {
  #generation: Generation | null = null;
  #starting: Promise<Generation> | null = null;
  readonly #rounds: Rounds;
  readonly #followed = new Set<Promise<void>>();

  constructor(private readonly parts: Parts) {
    this.#rounds = new Rounds({
      run: async () => {
        await this.#follow();
        return Number.POSITIVE_INFINITY;
      },
      onError: (error) => parts.log.error({ err: error }, "the engines of new shards did not start; trying again"),
      afterErrorMs: AGAIN_MS,
    });
  }

  async start(): Promise<void> {
    const { shards, open } = this.parts;
    this.#starting = open(shards.present());
    shards.watch(() => this.#rounds.poke());
    this.#generation = await this.#starting;
  }

  /** Throws until it has started. */
  get present(): Generation {
    if (this.#generation === null) throw new Error("The engines have not started.");
    return this.#generation;
  }

  /** Null in a copy that delivers nothing, and until it has started. */
  get workers(): Workers | null {
    return this.#generation?.workers ?? null;
  }

  record(event: IncomingEvent): Promise<RecordedEvent> {
    return this.present.recorder.record(event);
  }

  /** Takes no more events from outside, and commits those in hand. */
  async close(patienceMs: number): Promise<void> {
    await this.#rounds.stop();
    await this.present.close(patienceMs);
  }

  /** Finishes what is under way, as far as the patience allows, and leaves the rest to others. */
  async stop(patienceMs: number): Promise<void> {
    const followed = endsWithin(Promise.all(this.#followed), patienceMs);
    await Promise.all([this.present.stop(patienceMs), followed]);
  }

  async #follow(): Promise<void> {
    const { shards, open, log } = this.parts;
    await this.#starting;
    const before = this.present;
    this.#generation = await open(shards.present());
    log.info({ shards: shards.all.length }, "a shard was split; the engines work on those that there are now");
    const ending = this.#end(before).finally(() => this.#followed.delete(ending));
    this.#followed.add(ending);
  }

  async #end(generation: Generation): Promise<void> {
    try {
      await generation.close(HAND_OVER_MS);
      await generation.stop(HAND_OVER_MS);
    } catch (error) {
      this.parts.log.warn({ err: error }, "the engines of earlier shards did not end well; their leases run out");
    }
  }
}
