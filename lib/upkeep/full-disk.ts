import type { DiskWatch } from "@/lib/db/disk-watch";
import { type BlindTrouble, type MemoryParts, ToldFromMemory } from "@/lib/upkeep/told-from-memory";

export type FullDiskParts = MemoryParts & { watch: DiskWatch; trouble: BlindTrouble };

/** PostgreSQL's `configuration_limit_exceeded`: the role may write smaller temporary files only than a probe does. */
const NOT_PROBED = "53400";

/** Tells from memory that a disk of the database is full, and that it has space again. */
export class FullDisk {
  readonly #told: ToldFromMemory;
  #since: Date | null = null;

  constructor(private readonly parts: FullDiskParts) {
    this.#told = new ToldFromMemory(parts, parts.trouble);
  }

  /** Resolves when it knows whom to tell, or could not find out and goes on trying. */
  begin(): Promise<void> {
    return this.#told.begin();
  }

  /** One round. Rejects where the server does not answer, which says nothing of its disk. */
  async look(): Promise<void> {
    if (await this.#isFull()) await this.#noteFull();
    else await this.end();
  }

  /** Once it was full, only a write that succeeds says that it is not. */
  async #isFull(): Promise<boolean> {
    const { watch } = this.parts;
    if (this.#since === null) return watch.isFull();
    watch.suspect();
    try {
      return await watch.isFull();
    } catch (error) {
      if ((error as { code?: string }).code !== NOT_PROBED) throw error;
      return false;
    }
  }

  async #noteFull(): Promise<void> {
    const { log, clock, trouble } = this.parts;
    if (this.#since === null) log.error({ problem: trouble.title }, "a disk of the database is full");
    this.#since ??= clock.now();
    await this.#told.tellBegun(this.#since);
  }

  /** The disk has space, or is the database's no more. */
  async end(): Promise<void> {
    const since = this.#since;
    this.#since = null;
    if (since !== null) {
      this.parts.log.info({ problem: this.parts.trouble.title }, "a disk of the database has space again");
      await this.#told.tellOver(since);
    }
    await this.#told.refresh();
  }
}
