import type { Logger } from "@/lib/kernel/log";

const SLOW_MS = 1_000;
const QUIET_MS = 10_000;

/** Logs commits of events that took longer than a second: one in ten seconds, with how many were left out before it. */
export class SlowCommits {
  #quietUntil = Number.NEGATIVE_INFINITY;
  #leftOut = 0;

  constructor(
    private readonly log: Logger,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  note(tookMs: number, events: number): void {
    if (tookMs <= SLOW_MS) return;
    const now = this.nowMs();
    if (now < this.#quietUntil) {
      this.#leftOut += 1;
      return;
    }
    const duration_ms = Math.round(tookMs);
    this.log.info({ duration_ms, events, left_out: this.#leftOut }, "a commit of events was slow");
    this.#quietUntil = now + QUIET_MS;
    this.#leftOut = 0;
  }
}
