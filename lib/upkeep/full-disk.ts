import type { DiskWatch } from "@/lib/db/disk-watch";
import { Rounds } from "@/lib/kernel/rounds";
import { FULL_DISK } from "@/lib/nouns/health/judge";
import { type MemoryParts, ToldFromMemory } from "@/lib/upkeep/told-from-memory";

export type FullDiskParts = MemoryParts & { disk: DiskWatch };

const ROUND_MS = 5_000;
const NO_RIGHT = "42501";

/** Tells from memory that the database's disk is full. */
export class FullDisk {
  readonly #rounds: Rounds;
  readonly #told: ToldFromMemory;
  #since: Date | null = null;

  constructor(private readonly parts: FullDiskParts) {
    this.#told = new ToldFromMemory(parts, FULL_DISK);
    this.#rounds = new Rounds({
      run: async () => {
        await this.look();
        return ROUND_MS;
      },
      onError: (error) => parts.log.warn({ err: error }, "whether the disk is full could not be found out"),
      afterErrorMs: ROUND_MS,
    });
  }

  /** Resolves when it knows whom to tell, or could not find out and goes on trying. */
  async start(): Promise<void> {
    await this.#told.begin();
    this.#rounds.start();
  }

  stop(): Promise<void> {
    return this.#rounds.stop();
  }

  /** One round. Rejects where the database does not answer, which says nothing of the disk. */
  async look(): Promise<void> {
    if (await this.#isFull()) await this.#begin();
    else await this.#end();
  }

  /** Once it was full, only a write that succeeds says that it is not. */
  async #isFull(): Promise<boolean> {
    const { disk } = this.parts;
    if (this.#since === null) return disk.isFull();
    disk.suspect();
    try {
      return await disk.isFull();
    } catch (error) {
      if ((error as { code?: string }).code !== NO_RIGHT) throw error;
      return false;
    }
  }

  async #begin(): Promise<void> {
    const { log, clock } = this.parts;
    if (this.#since === null) log.error("the database's disk is full: nothing is accepted");
    this.#since ??= clock.now();
    await this.#told.tellBegun(this.#since);
  }

  async #end(): Promise<void> {
    const since = this.#since;
    this.#since = null;
    if (since !== null) {
      this.parts.log.info("the database's disk has space again");
      await this.#told.tellOver(since);
    }
    await this.#told.refresh();
  }
}
