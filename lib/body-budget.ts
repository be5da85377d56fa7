import type { Env } from "@/lib/env";
import { HookyardError } from "@/lib/errors";

/** A body that comes slower than this over a whole window is given up (as Apache's mod_reqtimeout and Kestrel do). */
const WINDOW_MS = 10_000;
const MIN_BYTES_PER_SECOND = 1024;
const WINDOWS_CHECKED = 10;
const RETRY_AFTER_SECONDS = 5;

/**
 * The memory that the bodies of all requests under way share. One body may have at most half of what the others leave
 * free (Choudhury and Hahne, "Dynamic queue length thresholds"): the fuller it is, the smaller must be what still gets in,
 * so large bodies never shut small ones out. What is alone may have all of it.
 */
export class BodyBudget {
  #used = 0;
  readonly #read = new Set<BodyShare>();
  #check: NodeJS.Timeout | null = null;

  constructor(
    private readonly totalBytes: number,
    private readonly windowMs = WINDOW_MS,
  ) {}

  /** Bytes that bodies have at the moment. */
  get used(): number {
    return this.#used;
  }

  open(): BodyShare {
    return new BodyShare(this);
  }

  /** Whether a share may grow to so many bytes; if so it has them. */
  grow(from: number, to: number): boolean {
    const others = this.#used - from;
    if (others > 0 && to > (this.totalBytes - others) / 2) return false;
    this.#used += to - from;
    return true;
  }

  giveBack(bytes: number): void {
    this.#used -= bytes;
  }

  watch(share: BodyShare): void {
    this.#read.add(share);
    this.#check ??= setInterval(() => this.#shedIdlers(), this.windowMs / WINDOWS_CHECKED).unref();
  }

  unwatch(share: BodyShare): void {
    this.#read.delete(share);
  }

  #shedIdlers(): void {
    if (this.#read.size === 0 && this.#check) {
      clearInterval(this.#check);
      this.#check = null;
    }
    const now = performance.now();
    for (const share of this.#read) share.judgePace(now, this.windowMs);
  }
}

export function createBodyBudget(env: Pick<Env, "HOOKYARD_BODY_MIB">): BodyBudget {
  return new BodyBudget(env.HOOKYARD_BODY_MIB * 1024 * 1024);
}

/** What one request's body has of the budget, from its first byte to the request's end. */
export class BodyShare {
  #bytes = 0;
  #arrived = 0;
  #windowStart = 0;
  #windowBytes = 0;
  #onSlow: (error: HookyardError) => void = () => {};

  constructor(private readonly budget: BodyBudget) {}

  /** Makes room for so many bytes in all. Throws `unavailable` when there is none. */
  reserve(bytes: number): void {
    if (bytes <= this.#bytes) return;
    if (!this.budget.grow(this.#bytes, bytes)) {
      throw new HookyardError("unavailable", "Too much is being received at once for a body of this size.", {
        retryAfter: RETRY_AFTER_SECONDS,
      });
    }
    this.#bytes = bytes;
  }

  /** From now on bytes must come; `onSlow` is called once when they do not. */
  expect(onSlow: (error: HookyardError) => void): void {
    this.#onSlow = onSlow;
    this.#windowStart = performance.now();
    this.budget.watch(this);
  }

  /** So many bytes are here by now. */
  arrive(bytes: number): void {
    this.#arrived = bytes;
  }

  /** The body is read, or given up; its bytes stay counted until `close`. */
  settle(): void {
    this.budget.unwatch(this);
  }

  close(): void {
    this.settle();
    this.budget.giveBack(this.#bytes);
    this.#bytes = 0;
  }

  judgePace(now: number, windowMs: number): void {
    if (now - this.#windowStart < windowMs) return;
    const isSlow = this.#arrived - this.#windowBytes < (windowMs / 1000) * MIN_BYTES_PER_SECOND;
    this.#windowStart = now;
    this.#windowBytes = this.#arrived;
    if (!isSlow) return;
    this.settle();
    this.#onSlow(new HookyardError("request_timeout", "The body came too slowly."));
  }
}
