/** Steps to undo at the end, the latest first, however the end comes. */
export class Cleanup {
  readonly #steps: (() => unknown)[] = [];
  #running: Promise<void> | undefined;

  defer(step: () => unknown): void {
    this.#steps.push(step);
  }

  /** Failures from then on are caused by it. */
  get hasBegun(): boolean {
    return this.#running !== undefined;
  }

  /** Runs each step once; a failing step does not keep the others from running. */
  run(): Promise<void> {
    this.#running ??= this.#runAll();
    return this.#running;
  }

  /** Ctrl-C and the like end the process after the steps. */
  onSignals(): void {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.on(signal, () => void this.run().then(() => process.exit(130)));
    }
  }

  async #runAll(): Promise<void> {
    for (const step of this.#steps.reverse()) {
      try {
        await step();
      } catch (error) {
        console.error(error);
      }
    }
  }
}
