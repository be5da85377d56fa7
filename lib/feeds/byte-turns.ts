type Waiting = { bytes: number; begin(): void };

/** Bounds the bytes in progress at once; the others wait in order. An item larger than the bound goes alone. */
export class ByteTurns {
  #used = 0;
  readonly #waiting: Waiting[] = [];

  constructor(private readonly mostBytes: number) {}

  /** Does the work in its turn. */
  async run<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    if (this.#waiting.length > 0 || !this.#fits(bytes)) {
      await new Promise<void>((begin) => this.#waiting.push({ bytes, begin }));
    } else this.#used += bytes;
    try {
      return await work();
    } finally {
      this.#used -= bytes;
      this.#beginNext();
    }
  }

  #fits(bytes: number): boolean {
    return this.#used === 0 || this.#used + bytes <= this.mostBytes;
  }

  #beginNext(): void {
    for (let next = this.#waiting[0]; next && this.#fits(next.bytes); next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#used += next.bytes;
      next.begin();
    }
  }
}
