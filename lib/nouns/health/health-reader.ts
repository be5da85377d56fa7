import type pg from "pg";
import type { DiskWatch } from "@/lib/db/disk-watch";
import type { Logger } from "@/lib/kernel/log";
import { judge } from "@/lib/nouns/health/judge";
import { readCopies } from "@/lib/nouns/health/read-copies";
import { readServer, readTables } from "@/lib/nouns/health/read-database";
import { readTransactions } from "@/lib/nouns/health/read-transactions";
import { readWork } from "@/lib/nouns/health/read-work";
import type { InstallationHealth } from "@/lib/nouns/health/schemas";

/** However many ask, a copy measures once in so long, and for a twentieth of the time at most. */
const FRESH_MS = 5_000;
const REST = 20;

export type HealthParts = {
  readonly pool: pg.Pool;
  readonly log: Logger;
  /** Not asked when absent. */
  readonly disk?: DiskWatch;
};

/** Measures how the installation is when somebody asks, on one connection, and remembers it for a few seconds. */
export class HealthReader {
  #last: { health: InstallationHealth; until: number } | null = null;
  #reading: Promise<InstallationHealth> | null = null;

  constructor(private readonly parts: HealthParts) {}

  /** Throws where the database does not answer. */
  async read(): Promise<InstallationHealth> {
    if (this.#last && performance.now() < this.#last.until) return this.#last.health;
    this.#reading ??= this.#measure().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async #measure(): Promise<InstallationHealth> {
    const startedAt = performance.now();
    const isDiskFull = await this.#isDiskFull();
    const client = await this.parts.pool.connect();
    let broken = true;
    try {
      const server = await readServer(client);
      const transactions = await readTransactions(client);
      const tables = await readTables(client);
      const copies = await readCopies(client);
      const work = await readWork(client, tables);
      broken = false;
      const database = { ...server, is_disk_full: isDiskFull, ...transactions, tables };
      const health = judge({ measured_at: new Date().toISOString(), copies, database, ...work });
      const endedAt = performance.now();
      this.#last = { health, until: endedAt + Math.max(FRESH_MS, REST * (endedAt - startedAt)) };
      return health;
    } finally {
      client.release(broken);
    }
  }

  async #isDiskFull(): Promise<boolean | null> {
    try {
      return (await this.parts.disk?.isFull()) ?? null;
    } catch (error) {
      this.parts.log.warn({ err: error }, "whether the database's disk is full could not be found out");
      return null;
    }
  }
}
