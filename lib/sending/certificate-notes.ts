import type pg from "pg";
import { askPool } from "@/lib/db/ask";
import { float, type Given, insertInto, statement, text } from "@/lib/db/statement";
import type { Logger } from "@/lib/kernel/log";
import { Rounds } from "@/lib/kernel/rounds";

/** What is noted within this time is written together. */
const GATHER_MS = 1_000;
const AFTER_ERROR_MS = 10_000;
/** What stays the same is written again after a day, and what changes after ten minutes: hosts may present several. */
const AGAIN_MS = 86_400_000;
const CHANGED_MS = 600_000;
const MOST_HOSTS = 10_000;

type Noted = { readonly validTo: number; readonly atMs: number };
type Row = { readonly host: string; readonly validTo: number };

/** Always in one order, so that two copies never wait for each other. */
const WRITE = statement(
  "write_receiver_certificates",
  (given: Given<readonly Row[]>) => `
${insertInto("receiver_certificates", {
  host: "c.host",
  valid_to: "to_timestamp(c.valid_to)",
})} from ${given
    .rows((rows: readonly Row[]) => rows)
    .as("c", {
      host: text(({ host }) => host),
      valid_to: float(({ validTo }) => validTo / 1_000),
    })} order by c.host
on conflict (host) do update set valid_to = excluded.valid_to, seen_at = now()`,
);

/**
 * Writes until when the certificates of receivers are valid, as connections to them show. A connection costs a look into
 * a map; a host is written when it is new, when its certificate is another, and once a day.
 */
export class CertificateNotes {
  readonly #noted = new Map<string, Noted>();
  readonly #unwritten = new Map<string, number>();
  readonly #rounds: Rounds;

  constructor(private readonly parts: { pool: pg.Pool; log: Logger; nowMs?: () => number }) {
    this.#rounds = new Rounds({
      run: async () => {
        await this.write();
        return Number.POSITIVE_INFINITY;
      },
      onError: (error) => parts.log.warn({ err: error }, "writing certificates of receivers failed; trying again"),
      afterErrorMs: AFTER_ERROR_MS,
    });
  }

  stop(): Promise<void> {
    return this.#rounds.stop();
  }

  note(host: string, validTo: Date): void {
    const nowMs = this.parts.nowMs?.() ?? Date.now();
    const until = validTo.getTime();
    const known = this.#noted.get(host);
    if (known && nowMs - known.atMs < (known.validTo === until ? AGAIN_MS : CHANGED_MS)) return;
    if (this.#noted.size >= MOST_HOSTS) this.#noted.clear();
    this.#noted.set(host, { validTo: until, atMs: nowMs });
    this.#unwritten.set(host, until);
    this.#rounds.poke(GATHER_MS);
  }

  /** Writes what is not written yet; what fails stays for the next time. */
  async write(): Promise<number> {
    const rows = [...this.#unwritten].map(([host, validTo]) => ({ host, validTo }));
    if (rows.length === 0) return 0;
    await askPool(this.parts.pool)(WRITE(rows));
    for (const { host, validTo } of rows) if (this.#unwritten.get(host) === validTo) this.#unwritten.delete(host);
    return rows.length;
  }
}
