/** Resolves when it is the caller's turn, with what to call when it is over. */
export type TakeTurn = () => Promise<() => void>;

/** Where nothing is waited for. */
export const AT_ONCE: TakeTurn = () => Promise.resolve(() => {});

/**
 * Lets so many go at a time; the others wait, and go in the order in which they came. Whoever takes longer than `longMs`
 * counts no more: one who is held up keeps no other waiting for longer.
 */
export class Turns {
  #taken = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(
    private readonly most: number,
    private readonly longMs: number,
  ) {}

  async take(): Promise<() => void> {
    if (this.#taken < this.most) this.#taken += 1;
    else await new Promise<void>((go) => this.#waiting.push(go));
    const timer = setTimeout(() => end(), this.longMs);
    let isOver = false;
    const end = () => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      this.#passOn();
    };
    return end;
  }

  #passOn(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#taken -= 1;
  }
}
