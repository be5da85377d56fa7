import type pg from "pg";
import { isDiskFull } from "@/lib/kernel/disk-full";

/** The free space that ends the report: less may be gone with the next batch. */
const PROBED_MIB = 4;
const PROBE_EVERY_MS = 1_000;

/**
 * Sorts on the disk. A temporary table would write to the catalogues, and with them the log, of a server that has no
 * space. One transaction, as it is one query.
 */
const PROBE = `set local work_mem = '64kB';
set local temp_tablespaces = '';
select count(distinct repeat(md5(byte::text), 32)) from generate_series(1, ${PROBED_MIB} * 1024) as byte`;

/**
 * Knows whether the database's disk is full. Reading still works then, so only a write can tell: a statement that
 * failed for lack of space, and after it a probe that takes space and returns it, until one succeeds.
 */
export class DiskWatch {
  #isFull = false;
  #probedAt = Number.NEGATIVE_INFINITY;
  #probe: Promise<void> | null = null;

  constructor(private readonly pool: pg.Pool) {}

  /** Must be called with each error of a statement. */
  note(error: unknown): void {
    if (isDiskFull(error)) this.#isFull = true;
  }

  /** Lets a probe answer the next question, for whoever must not take the end of a report for the end of the trouble. */
  suspect(): void {
    this.#isFull = true;
  }

  /**
   * Costs nothing until a statement failed for lack of space. Throws what prevents the probe, such as a limit of
   * temporary files; from then on only the next write can tell.
   */
  async isFull(): Promise<boolean> {
    if (!this.#isFull) return false;
    if (performance.now() - this.#probedAt >= PROBE_EVERY_MS) {
      this.#probe ??= this.#takeSpace()
        .catch(unlessFull)
        .finally(() => {
          this.#probe = null;
          this.#probedAt = performance.now();
        });
    }
    await this.#probe;
    return this.#isFull;
  }

  async #takeSpace(): Promise<void> {
    try {
      await this.pool.query(PROBE);
      this.#isFull = false;
    } catch (error) {
      this.#isFull = isDiskFull(error);
      throw error;
    }
  }
}

/** A probe may fail for want of space before its statement: a new connection may write a file too. */
function unlessFull(error: unknown): void {
  if (!isDiskFull(error)) throw error;
}
