const TICK_MS = 25;
/** The delay of a tick on an idle machine. */
const TOLERANCE_MS = 25;

/** A deadline that can be cancelled. */
export type Deadline = { cancel(): void };

/**
 * Time as receivers have it: it stands still while this process does, because its event loop is busy or the machine
 * does not schedule it. An answer that arrived meanwhile is in the socket, unread, and is not late.
 */
export class ReceiverTime {
  #lostMs = 0;
  #underway = 0;
  #tickDueAt = 0;
  #ticking: NodeJS.Timeout | null = null;

  /** Calls back after this much of the receiver's time. */
  after(ms: number, call: () => void): Deadline {
    this.#begin();
    const startMs = this.#now();
    let timer = setTimeout(check, ms);
    const self = this;
    function check() {
      const leftMs = ms - (self.#now() - startMs);
      // Waits further, after the sockets were read.
      if (leftMs > 1) timer = setTimeout(check, leftMs);
      else call();
    }
    let isOver = false;
    return {
      cancel: () => {
        if (isOver) return;
        isOver = true;
        clearTimeout(timer);
        this.#underway -= 1;
      },
    };
  }

  #now(): number {
    const now = performance.now();
    return now - this.#lostMs - lateness(now, this.#tickDueAt);
  }

  #begin(): void {
    this.#underway += 1;
    if (this.#ticking) return;
    this.#tickDueAt = performance.now() + TICK_MS;
    this.#ticking = setTimeout(() => this.#tick(), TICK_MS);
  }

  /** Ticks as long as a deadline is pending. */
  #tick(): void {
    const now = performance.now();
    this.#lostMs += lateness(now, this.#tickDueAt);
    this.#ticking = null;
    if (this.#underway === 0) return;
    this.#tickDueAt = now + TICK_MS;
    this.#ticking = setTimeout(() => this.#tick(), TICK_MS);
  }
}

function lateness(now: number, dueAt: number): number {
  return Math.max(0, now - dueAt - TOLERANCE_MS);
}
