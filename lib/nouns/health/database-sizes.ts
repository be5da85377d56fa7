import type pg from "pg";
import { measure } from "@/lib/nouns/health/measure";

/** Adding up the files of all days and shards is the dearest of what a server is asked. */
const FRESH_MS = 60_000;

const SIZE = "select pg_database_size(current_database())::int8 as bytes";

/** The sizes of the database on its servers, each measured once a minute. */
export class DatabaseSizes {
  readonly #known = new Map<string, { bytes: number | null; until: number }>();

  /** In bytes, asked of the server at this address; null where it could not be added up within half a second. */
  async read(address: string, client: pg.PoolClient): Promise<number | null> {
    const known = this.#known.get(address);
    if (known && performance.now() < known.until) return known.bytes;
    const bytes = (await measure<{ bytes: number }>(client, SIZE))?.bytes ?? null;
    this.#known.set(address, { bytes, until: performance.now() + FRESH_MS });
    return bytes;
  }
}
