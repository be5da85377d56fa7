import type { PresentShards } from "@/lib/db/placement/shards";
import type { Lane } from "@/lib/queue/due-lanes";
import type { DeliveryEngine } from "@/lib/sending/engine";

/** The delivery engines of a process, one for each shard. */
export class DeliveryEngines {
  constructor(
    private readonly shards: PresentShards,
    /** By the id of the shard. */
    readonly all: ReadonlyMap<string, DeliveryEngine>,
  ) {}

  /** Attempts in flight. */
  get attempts(): number {
    let attempts = 0;
    for (const engine of this.all.values()) attempts += engine.attempts;
    return attempts;
  }

  start(): void {
    for (const engine of this.all.values()) engine.start();
  }

  poke(): void {
    for (const engine of this.all.values()) engine.poke();
  }

  lookThrough(): void {
    for (const engine of this.all.values()) engine.lookThrough();
  }

  /** These lanes have work, now or after the delay. */
  markDue(lanes: Iterable<Lane>, delayMs = 0): void {
    for (const lane of lanes) this.all.get(this.shards.of(lane.projectId).id)?.markDue([lane], delayMs);
  }

  async stopTaking(): Promise<void> {
    await Promise.all([...this.all.values()].map((engine) => engine.stopTaking()));
  }

  async stop(patienceMs: number): Promise<void> {
    await Promise.all([...this.all.values()].map((engine) => engine.stop(patienceMs)));
  }
}
