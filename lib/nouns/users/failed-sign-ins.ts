import type { Context } from "@/lib/db/context";
import type { Logger } from "@/lib/kernel/log";
import { recordAudit } from "@/lib/nouns/audit-log/record";

/** A refused sign-in: the email as it was typed, and the address. */
type FailedSignIn = { email: string; address: string };
type Waiting = FailedSignIn & { count: number };

/**
 * How often a copy writes at most, and how many entries then; the first soon, so that it is visible while it happens.
 */
const SOON_MS = 1_000;
const WRITE_EVERY_MS = 60_000;
const MAX_LINES = 20;

/**
 * Records failed sign-ins in the audit log: one entry a minute for an email from an address, with their number, twenty
 * entries at most and one for all others. So a flood of them costs the database next to nothing. An entry that cannot
 * be written is dropped, with a line in the program's log: nobody waits for it.
 */
export class FailedSignIns {
  readonly #waiting = new Map<string, Waiting>();
  #others = 0;
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();
  #wroteAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly ctx: Context,
    private readonly log: Logger,
  ) {}

  note({ email, address }: FailedSignIn): void {
    const key = `${email.trim().toLowerCase()} ${address}`;
    const known = this.#waiting.get(key);
    if (known) known.count += 1;
    else if (this.#waiting.size < MAX_LINES) this.#waiting.set(key, { email: toShown(email), address, count: 1 });
    else this.#others += 1;
    const delay = Math.max(SOON_MS, this.#wroteAt + WRITE_EVERY_MS - performance.now());
    this.#timer ??= setTimeout(() => void this.write(), delay);
    this.#timer.unref();
  }

  /** Writes the sign-ins noted so far. */
  write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#writeWaiting());
    return this.#writing;
  }

  async #writeWaiting(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const entries = [...this.#waiting.values()];
    if (this.#others > 0) entries.push({ email: "others", address: "", count: this.#others });
    this.#waiting.clear();
    this.#others = 0;
    if (entries.length === 0) return;
    this.#wroteAt = performance.now();
    try {
      for (const { email, address, count } of entries) {
        const request = { id: "", address, isAudited: false };
        const ctx: Context = { ...this.ctx, actor: { kind: "anonymous" }, request };
        const resource = { type: "user" as const, id: null, name: email };
        await recordAudit(this.ctx.db, ctx, { action: "user.sign_in_failed", resource, count });
      }
    } catch (error) {
      this.log.warn({ err: error, count: entries.length }, "failed sign-ins could not be written to the audit log");
    }
  }
}

/** Text that is not an email may be a password that was typed into the wrong field. */
function toShown(email: string): string {
  return /^[^\s@]+@[^\s@]+$/.test(email.trim()) ? email.trim().slice(0, 254) : "not an email";
}
