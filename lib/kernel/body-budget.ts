import { createBlockCheck } from "@/lib/kernel/address-blocks";
import type { Env } from "@/lib/kernel/env";
import { HookyardError } from "@/lib/kernel/errors";
import { networkOf } from "@/lib/kernel/network-of";
import { TransientSet } from "@/lib/kernel/transient";

/** A body that arrives slower than this over a whole window is given up (as Apache's mod_reqtimeout and Kestrel do). */
const WINDOW_MS = 10_000;
const MIN_BYTES_PER_SECOND = 1024;
const WINDOWS_CHECKED = 10;
const RETRY_AFTER_SECONDS = 5;

/** What a declared body reserves at once. Bodies up to this size do not count for their network. */
const FIRST_BYTES = 16 * 1024;

type BudgetOptions = { windowMs?: number; isTrusted?: (address: string) => boolean };

/**
 * The memory that the bodies of all requests in progress share. A body counts with the bytes that have arrived, not
 * with its declared length. It may have at most half of what the others leave free (Choudhury and Hahne, "Dynamic queue
 * length thresholds"): the fuller the memory is, the smaller a new body must be, so large bodies never lock small ones
 * out. A single body may have all of it. Several large bodies from one network may together have at most half of what
 * the others leave free; trusted proxies stand for many clients and have no such bound.
 */
export class BodyBudget {
  #used = 0;
  readonly #byNetwork = new Map<string, number>();
  readonly #read = new TransientSet<BodyShare>();
  #check: NodeJS.Timeout | null = null;
  private readonly windowMs: number;
  private readonly isTrusted: (address: string) => boolean;

  constructor(
    private readonly totalBytes: number,
    { windowMs = WINDOW_MS, isTrusted = () => false }: BudgetOptions = {},
  ) {
    this.windowMs = windowMs;
    this.isTrusted = isTrusted;
  }

  /** Bytes that bodies use at the moment. */
  get used(): number {
    return this.#used;
  }

  /** Opens the share of a body from this address; from an unknown address only the bound of each body counts. */
  open(address = ""): BodyShare {
    return new BodyShare(this, address);
  }

  /** The network that bodies from this address count for; null if the address stands for many or is not known. */
  networkOf(address: string): string | null {
    return address === "" || this.isTrusted(address) ? null : networkOf(address);
  }

  /** Whether a body of a network, or of none, may grow to this many bytes at the moment. */
  fits(from: number, to: number, network: string | null): boolean {
    const others = this.#used - from;
    if (others > 0 && to > (this.totalBytes - others) / 2) return false;
    if (network === null) return true;
    const own = this.#byNetwork.get(network) ?? 0;
    const ownOthers = own - countedForNetwork(from);
    return ownOthers === 0 || ownOthers + to <= (this.totalBytes - (this.#used - own)) / 2;
  }

  resize(from: number, to: number, network: string | null): void {
    this.#used += to - from;
    if (network === null) return;
    const own = (this.#byNetwork.get(network) ?? 0) + countedForNetwork(to) - countedForNetwork(from);
    if (own > 0) this.#byNetwork.set(network, own);
    else this.#byNetwork.delete(network);
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

export function createBodyBudget(env: Pick<Env, "HOOKYARD_BODY_MIB" | "HOOKYARD_TRUSTED_PROXIES">): BodyBudget {
  const isTrusted = createBlockCheck(env.HOOKYARD_TRUSTED_PROXIES);
  return new BodyBudget(env.HOOKYARD_BODY_MIB * 1024 * 1024, { isTrusted });
}

function countedForNetwork(bytes: number): number {
  return bytes > FIRST_BYTES ? bytes : 0;
}

/** The share that one request's body has of the budget, from its first byte to the request's end. */
export class BodyShare {
  #bytes = 0;
  #network: string | null = null;
  #arrived = 0;
  #windowStart = 0;
  #windowBytes = 0;
  #onSlow: (error: HookyardError) => void = () => {};

  constructor(
    private readonly budget: BodyBudget,
    private readonly address: string,
  ) {}

  /** Throws `unavailable` if this many bytes do not fit now. Reserves only the first of them. */
  announce(bytes: number): void {
    this.#requireFit(bytes);
    this.reserve(Math.min(bytes, FIRST_BYTES));
  }

  /** Reserves this many bytes in all. Throws `unavailable` if they do not fit. */
  reserve(bytes: number): void {
    if (bytes <= this.#bytes) return;
    this.#requireFit(bytes);
    this.budget.resize(this.#bytes, bytes, this.#network);
    this.#bytes = bytes;
  }

  #requireFit(bytes: number): void {
    // Most bodies are small, and their network is not looked up.
    if (bytes > FIRST_BYTES) this.#network ??= this.budget.networkOf(this.address);
    if (this.budget.fits(this.#bytes, bytes, this.#network)) return;
    throw new HookyardError("unavailable", "Too much is being received at once for a body of this size.", {
      retryAfter: RETRY_AFTER_SECONDS,
    });
  }

  /** Expects bytes from now on; `onSlow` is called once if they do not arrive. */
  expect(onSlow: (error: HookyardError) => void): void {
    this.#onSlow = onSlow;
    this.#windowStart = performance.now();
    this.budget.watch(this);
  }

  /** Notes how many bytes have arrived so far. */
  arrive(bytes: number): void {
    this.#arrived = bytes;
  }

  /** The body is read, or given up; its bytes stay counted until `close`. */
  settle(): void {
    this.budget.unwatch(this);
  }

  close(): void {
    this.settle();
    this.budget.resize(this.#bytes, 0, this.#network);
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
