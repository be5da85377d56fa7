import type pg from "pg";
import { isDiskFull } from "@/lib/kernel/disk-full";

/** The free space that ends the report: less may be gone with the next batch. */
const PROBED_MIB = 4;
const PROBE_EVERY_MS = 1_000;

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
   * Costs nothing until a statement failed for lack of space. Throws what prevents the probe, such as a missing right
   * to create temporary tables; from then on only the next write can tell.
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
    const client = await this.pool.connect();
    let broken = true;
    try {
      await client.query("begin");
      await client.query(
        `create temporary table probe on commit drop as
         select md5(random()::text || byte) as bytes from generate_series(1, ${PROBED_MIB} * 1024 * 1024 / 64) as byte`,
      );
      await client.query("commit");
      this.#isFull = false;
      broken = false;
    } catch (error) {
      this.#isFull = isDiskFull(error);
      throw error;
    } finally {
      client.release(broken);
    }
  }
}

/** A probe may fail for want of space before its statement: a new connection may write a file too. */
function unlessFull(error: unknown): void {
  if (!isDiskFull(error)) throw error;
}
