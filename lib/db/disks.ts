import type pg from "pg";
import { DiskWatch } from "@/lib/db/disk-watch";
import { isDiskFull } from "@/lib/kernel/disk-full";

/** A server whose disk is watched. */
export type DiskServer = {
  /** Null for the only one of a database that is not spread. */
  readonly address: string | null;
  readonly isCoordinator: boolean;
  readonly pool: pg.Pool;
};

/** The disk of a server. */
export type Disk = Omit<DiskServer, "pool"> & { readonly watch: DiskWatch };

/** The disks of the servers of a database, each watched by itself: a full one harms only the projects that are on it. */
export class Disks {
  readonly #watches = new Map<string | null, DiskWatch>();

  /** `servers` are those of the moment, the coordinator first. */
  constructor(private readonly servers: () => readonly DiskServer[]) {}

  /** Must be called with each error of a statement on a server; of no server is a shard that was split. */
  note(error: unknown, address: string | null): void {
    if (!isDiskFull(error)) return;
    this.all()
      .find((disk) => disk.address === address)
      ?.watch.note(error);
  }

  /** Must be called with each error of a statement on the database as a whole. */
  noteWhole(error: unknown): void {
    this.#coordinator()?.watch.note(error);
  }

  all(): Disk[] {
    return this.servers().map(({ pool, ...server }) => ({ ...server, watch: this.#watch(server.address, pool) }));
  }

  /** Whether no server takes writes. Throws what prevents a probe. */
  async isFull(): Promise<boolean> {
    for (const { watch } of this.all()) {
      if (!(await watch.isFull())) return false;
    }
    return true;
  }

  #coordinator(): Disk | undefined {
    return this.all().find(({ isCoordinator }) => isCoordinator);
  }

  #watch(address: string | null, pool: pg.Pool): DiskWatch {
    const known = this.#watches.get(address);
    if (known) return known;
    const watch = new DiskWatch(pool);
    this.#watches.set(address, watch);
    return watch;
  }
}
