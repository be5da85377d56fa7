/** The score of a run: every case held or is broken. */
export type Score = { cases: number; held: number; broken: number };

/** Runs cases one after another and counts them. A case is broken if its attack throws. */
export class Tally {
  readonly score: Score = { cases: 0, held: 0, broken: 0 };
  /** The broken cases by name, each with why. */
  readonly broken: { name: string; why: string }[] = [];
  #kind = "";

  /** Runs one sort of attack. One that cannot continue is a broken case of its own, and the next one runs. */
  async run(kind: string, attack: () => Promise<void>): Promise<void> {
    this.#kind = kind;
    const before = { ...this.score };
    const startedAt = Date.now();
    await attack().catch((error: unknown) => this.#tell("the attack could be carried out", error));
    const { cases, held } = this.score;
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    const isWhole = this.score.broken === before.broken;
    console.log(`${isWhole ? "✓" : "✗"} ${kind}: ${held - before.held} of ${cases - before.cases} held (${seconds} s)`);
  }

  /** Runs one case, named after what must hold. */
  async holds(name: string, attack: () => Promise<void> | void): Promise<void> {
    try {
      await attack();
      this.score.cases += 1;
      this.score.held += 1;
    } catch (error) {
      this.#tell(name, error);
    }
  }

  #tell(name: string, error: unknown): void {
    this.score.cases += 1;
    this.score.broken += 1;
    const why = error instanceof Error ? error.message : String(error);
    this.broken.push({ name: `${this.#kind}: ${name}`, why });
    console.log(`  ✗ ${this.#kind}: ${name}\n      ${why.slice(0, 600).split("\n").slice(0, 8).join("\n      ")}`);
  }
}
