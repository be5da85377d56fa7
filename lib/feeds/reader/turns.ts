/** Bounds how many do something at once; the others wait in order. */
export class Turns {
  readonly #waiting: (() => void)[] = [];

  constructor(private free: number) {}

  /** Resolves when the turn begins, with the function that ends it. */
  async take(): Promise<() => void> {
    if (this.free > 0) this.free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const next = this.#waiting.shift();
      if (next) next();
      else this.free++;
    };
  }
}
