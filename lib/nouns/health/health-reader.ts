import type pg from "pg";
import type { Disk, Disks } from "@/lib/db/disks";
import type { Logger } from "@/lib/kernel/log";
import { judge } from "@/lib/nouns/health/judge";
import { measureInstallation } from "@/lib/nouns/health/measure-installation";
import { type HealthServer, onlyServer } from "@/lib/nouns/health/read-server-facts";
import type { InstallationHealth } from "@/lib/nouns/health/schemas";
import { ServerAsks } from "@/lib/nouns/health/server-asks";

/** However many ask, a copy measures once in so long, and for a twentieth of the time at most. */
const FRESH_MS = 5_000;
const REST = 20;

export type HealthParts = {
  readonly pool: pg.Pool;
  readonly log: Logger;
  /** The servers that have the tables of a spread database; the pool's is the only one when absent. */
  readonly servers?: () => readonly HealthServer[];
  /** Not asked when absent. */
  readonly disks?: Disks;
};

/**
 * Measures how the installation is when somebody asks, on one connection to each server at a time, and remembers it for a
 * few seconds.
 */
export class HealthReader {
  #last: { health: InstallationHealth; until: number } | null = null;
  #reading: Promise<InstallationHealth> | null = null;
  readonly #asks = new ServerAsks();

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
    const { pool, servers } = this.parts;
    const full = await this.#findFull();
    const facts = await measureInstallation({
      pool,
      servers: servers?.() ?? [onlyServer(pool)],
      asks: this.#asks,
      full,
      now: new Date(),
    });
    const health = judge(facts);
    const endedAt = performance.now();
    // Waiting for a server that is away is no work.
    const rest = health.servers.some(({ state }) => state === "away") ? 0 : REST * (endedAt - startedAt);
    this.#last = { health, until: endedAt + Math.max(FRESH_MS, rest) };
    return health;
  }

  async #findFull(): Promise<Map<string | null, boolean | null>> {
    const all = this.parts.disks?.all() ?? [];
    return new Map(await Promise.all(all.map(async (disk) => [disk.address, await this.#isFull(disk)] as const)));
  }

  async #isFull({ watch, address }: Disk): Promise<boolean | null> {
    try {
      return await watch.isFull();
    } catch (error) {
      this.parts.log.warn(
        { err: error, server: address },
        "whether the database's disk is full could not be found out",
      );
      return null;
    }
  }
}
