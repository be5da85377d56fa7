const TICK_MS = 25;
/** A tick comes that late on a machine that has nothing else to do. */
const TOLERANCE_MS = 25;

/** A limit that can be called off. */
export type Deadline = { cancel(): void };

/**
 * Time as receivers have it: it stands still while this process does, be it that its event loop is at work or that the
 * machine lets it wait. An answer that came meanwhile lies in the socket, unread, and is not late.
 */
export class ReceiverTime {
  #lostMs = 0;
  #underway = 0;
  #tickDueAt = 0;
  #ticking: NodeJS.Timeout | null = null;

  /** Calls when so many milliseconds of the receiver's time have passed. */
  after(ms: number, call: () => void): Deadline {
    this.#begin();
    const startMs = this.#now();
    let timer = setTimeout(check, ms);
    const self = this;
    function check() {
      const leftMs = ms - (self.#now() - startMs);
      // Waits on, with a look at the sockets before.
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

  /** Beats for as long as somebody waits. */
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
