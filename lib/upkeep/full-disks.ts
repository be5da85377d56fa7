import type { Disk, Disks } from "@/lib/db/disks";
import { Rounds } from "@/lib/kernel/rounds";
import { sayFullDisk } from "@/lib/nouns/health/judge-disks";
import { FullDisk } from "@/lib/upkeep/full-disk";
import type { MemoryParts } from "@/lib/upkeep/told-from-memory";

const ROUND_MS = 5_000;

/**
 * Tells which disks of the database are full. On a full one no message can be written, and of several servers only the
 * copies that write to a full one know: so each copy tells it from memory, whichever server it is.
 */
export class FullDisks {
  readonly #byAddress = new Map<string | null, FullDisk>();
  readonly #rounds: Rounds;

  constructor(private readonly parts: MemoryParts & { disks: Disks }) {
    this.#rounds = new Rounds({
      run: async () => {
        await this.look();
        return ROUND_MS;
      },
      onError: (error) => parts.log.warn({ err: error }, "whether a disk is full could not be found out"),
      afterErrorMs: ROUND_MS,
    });
  }

  /** Resolves when it knows whom to tell, or could not find out and goes on trying. */
  async start(): Promise<void> {
    await Promise.all(this.parts.disks.all().map((disk) => this.#of(disk).begin()));
    this.#rounds.start();
  }

  stop(): Promise<void> {
    return this.#rounds.stop();
  }

  /** One round. Rejects with the first error, once each disk was looked at. */
  async look(): Promise<void> {
    const all = this.parts.disks.all();
    const looks = await Promise.allSettled([...all.map((disk) => this.#of(disk).look()), this.#endOthers(all)]);
    const failed = looks.find((look) => look.status === "rejected");
    if (failed) throw failed.reason;
  }

  /** A server that is not of the database any more has nothing to tell. */
  async #endOthers(present: readonly Disk[]): Promise<void> {
    for (const [address, disk] of this.#byAddress) {
      if (present.some((one) => one.address === address)) continue;
      await disk.end();
      this.#byAddress.delete(address);
    }
  }

  #of({ address, isCoordinator, watch }: Disk): FullDisk {
    const known = this.#byAddress.get(address);
    if (known) return known;
    const said = sayFullDisk(address, isCoordinator);
    const subject = address === null ? said.subject : `${said.subject} ${address}`;
    const disk = new FullDisk({ ...this.parts, watch, trouble: { ...said, subject } });
    this.#byAddress.set(address, disk);
    return disk;
  }
}
