import type { PresentShards, Shard } from "@/lib/db/placement/shards";
import type { CommitOptions, GroupCommit } from "@/lib/intake/group-commit";
import type { IncomingEvent, RecordedEvent, Recorder } from "@/lib/intake/recorder";
import { MAX_BATCH_EVENTS } from "@/lib/intake/waiting-events";
import type { Dispatch } from "@/lib/queue/dispatch";

/** Commits events, those of each shard in groups of their own: one that does not answer keeps no other waiting. */
export class ShardedCommit implements Recorder {
  readonly #all: ReadonlyMap<string, GroupCommit>;

  /** `make` makes what commits the events of a shard, with its share of the memory for what waits. */
  constructor(
    private readonly shards: PresentShards,
    make: (shard: Shard, options: Required<Pick<CommitOptions, "share">>) => GroupCommit,
  ) {
    const share = 1 / shards.all.length;
    this.#all = new Map(shards.all.map((shard) => [shard.id, make(shard, { share })]));
  }

  /** Gives what is committed to the dispatch of its shard, by the shard's id. */
  handTo(dispatches: ReadonlyMap<string, Dispatch>): void {
    for (const [id, commit] of this.#all) commit.dispatch = dispatches.get(id) ?? null;
  }

  record(event: IncomingEvent): Promise<RecordedEvent> {
    return (this.#all.get(this.shards.of(event.projectId).id) as GroupCommit).record(event);
  }

  /** What waits for its commit. */
  get waiting(): { events: number; bytes: number } {
    const waiting = { events: 0, bytes: 0 };
    for (const one of this.#all.values()) {
      waiting.events += one.waiting.events;
      waiting.bytes += one.waiting.bytes;
    }
    return waiting;
  }

  /** More events are in hand than one commit takes: other work of this process should yield to them. */
  get isPressed(): boolean {
    let inHand = 0;
    for (const one of this.#all.values()) inHand += one.inHand;
    return inHand >= MAX_BATCH_EVENTS;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#all.values()].map((one) => one.close()));
  }
}
