type Waiting = { readonly bytes: number; begin(): void };

/**
 * Bounds the bytes of large payloads in memory. Payloads that do not fit wait, in turn over the projects. A project
 * gets at most half of the memory beside its first payload, so that slow receivers of one project leave some to others.
 * A payload larger than the bound goes alone.
 */
export class PayloadMemory {
  #used = 0;
  readonly #usedBy = new Map<string, number>();
  /** By project, in the order of their turns. */
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(private readonly mostBytes: number) {}

  /** Takes memory if nobody waits for it. */
  tryTake(projectId: string, bytes: number): boolean {
    const fits = this.#waiting.size === 0 && this.#fitsProject(projectId, bytes) && this.#fits(bytes);
    if (fits) this.#count(projectId, bytes);
    return fits;
  }

  /** Resolves when the memory is available. */
  async take(projectId: string, bytes: number): Promise<void> {
    if (this.tryTake(projectId, bytes)) return;
    const began = new Promise<void>((begin) => {
      const queue = this.#waiting.get(projectId);
      if (queue) queue.push({ bytes, begin });
      else this.#waiting.set(projectId, [{ bytes, begin }]);
    });
    this.#beginNext();
    await began;
  }

  give(projectId: string, bytes: number): void {
    this.#count(projectId, -bytes);
    this.#beginNext();
  }

  #beginNext(): void {
    let next = this.#next();
    while (next) {
      const [projectId, queue] = next;
      const [first, ...others] = queue as [Waiting, ...Waiting[]];
      this.#waiting.delete(projectId);
      if (others.length > 0) this.#waiting.set(projectId, others);
      this.#count(projectId, first.bytes);
      first.begin();
      next = this.#next();
    }
  }

  /**
   * The first in turn whose project may have more. The others wait until it fits: otherwise a large one would never get
   * its turn.
   */
  #next(): [string, Waiting[]] | null {
    for (const [projectId, queue] of this.#waiting) {
      const { bytes } = queue[0] as Waiting;
      if (this.#fitsProject(projectId, bytes)) return this.#fits(bytes) ? [projectId, queue] : null;
    }
    return null;
  }

  #fits(bytes: number): boolean {
    return this.#used === 0 || this.#used + bytes <= this.mostBytes;
  }

  #fitsProject(projectId: string, bytes: number): boolean {
    const used = this.#usedBy.get(projectId) ?? 0;
    return used === 0 || used + bytes <= this.mostBytes / 2;
  }

  #count(projectId: string, bytes: number): void {
    const used = (this.#usedBy.get(projectId) ?? 0) + bytes;
    this.#used += bytes;
    if (used === 0) this.#usedBy.delete(projectId);
    else this.#usedBy.set(projectId, used);
  }
}
