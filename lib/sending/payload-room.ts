type Waiting = { readonly bytes: number; begin(): void };

/**
 * How many bytes of large payloads are in memory at once. Those for whom there is no room wait, in turn over the projects; a
 * project gets at most half of the room beside its first payload, so that one whose receivers take their time leaves some to
 * others. What is larger than all the room goes alone.
 */
export class PayloadRoom {
  #used = 0;
  readonly #usedBy = new Map<string, number>();
  /** By project, whose turn it is first. */
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(private readonly mostBytes: number) {}

  /** Takes room if nobody waits for it. */
  tryTake(projectId: string, bytes: number): boolean {
    const fits = this.#waiting.size === 0 && this.#fitsProject(projectId, bytes) && this.#fits(bytes);
    if (fits) this.#count(projectId, bytes);
    return fits;
  }

  /** Resolves when the room is there. */
  async take(projectId: string, bytes: number): Promise<void> {
    if (this.tryTake(projectId, bytes)) return;
    const began = new Promise<void>((begin) => {
      const line = this.#waiting.get(projectId);
      if (line) line.push({ bytes, begin });
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
      const [projectId, line] = next;
      const [first, ...others] = line as [Waiting, ...Waiting[]];
      this.#waiting.delete(projectId);
      if (others.length > 0) this.#waiting.set(projectId, others);
      this.#count(projectId, first.bytes);
      first.begin();
      next = this.#next();
    }
  }

  /** The first in turn whose project may have more. The others wait until there is room for it: else a large one never had any. */
  #next(): [string, Waiting[]] | null {
    for (const [projectId, line] of this.#waiting) {
      const { bytes } = line[0] as Waiting;
      if (this.#fitsProject(projectId, bytes)) return this.#fits(bytes) ? [projectId, line] : null;
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
