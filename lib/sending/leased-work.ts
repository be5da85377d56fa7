import { TransientMap } from "@/lib/kernel/transient";
import { count } from "@/lib/metrics/meter";
import { LEASE_SECONDS } from "@/lib/queue/lease";
import { type DeliveryWork, LARGE_PAYLOAD } from "@/lib/queue/work";
import { PayloadMemory } from "@/lib/sending/payload-memory";

/** `leasedUntilMs` is a time of the process's monotonic clock, and moves when the lease is renewed. */
type Leased = { work: DeliveryWork; leasedUntilMs: number };

/** Shorter than the lease in the database, which began before this process got the answer. */
const LEASE_MS = LEASE_SECONDS * 1_000 - 5_000;
const MAX_PAYLOAD_BYTES = 128 * 1024 * 1024;

/** The memory that the large payloads of a process may use. */
export const newPayloads = () => new PayloadMemory(MAX_PAYLOAD_BYTES);

/** The leased work that a worker has in memory, and the memory that its large payloads use. */
export class LeasedWork {
  readonly #leased = new TransientMap<string, Leased>();

  /** `payloads` is shared by the work of all shards. */
  constructor(private readonly payloads = newPayloads()) {}

  has(deliveryId: string): boolean {
    return this.#leased.has(deliveryId);
  }

  /** Returns the work to attempt: without its payload if there is no memory for it now. */
  add(given: DeliveryWork): DeliveryWork {
    const before = this.#leased.get(given.deliveryId);
    if (before) this.remove(before.work);
    const work = isLarge(given) && !this.#tryTake(given) ? { ...given, payload: null } : given;
    this.#leased.set(work.deliveryId, { work, leasedUntilMs: performance.now() + LEASE_MS });
    return work;
  }

  /** False if this process stood still for so long that another worker may have the work. */
  isLeased(work: DeliveryWork): boolean {
    const leased = this.#leased.get(work.deliveryId);
    const isLeased = leased?.work === work && performance.now() <= leased.leasedUntilMs;
    if (!isLeased) count("hookyard_leases_lost_total", null);
    return isLeased;
  }

  /** Does nothing if the work was leased anew meanwhile. */
  remove(work: DeliveryWork): void {
    if (this.#leased.get(work.deliveryId)?.work !== work) return;
    this.#leased.delete(work.deliveryId);
    if (isLarge(work)) this.payloads.give(work.projectId, work.payloadBytes);
  }

  /** Attempts work with memory for its payload; work that has its payload already does not wait. */
  async withPayloadMemory<T>(
    { projectId, payload, payloadBytes }: DeliveryWork,
    attempt: () => Promise<T>,
  ): Promise<T> {
    if (payload) return attempt();
    await this.payloads.take(projectId, payloadBytes);
    try {
      return await attempt();
    } finally {
      this.payloads.give(projectId, payloadBytes);
    }
  }

  /** Renews the leases by `renew`, which returns the ids of those that this worker still has. */
  async renew(renew: (works: readonly DeliveryWork[]) => Promise<ReadonlySet<string>>): Promise<void> {
    const old = [...this.#leased.values()];
    if (old.length === 0) return;
    const leasedUntilMs = performance.now() + LEASE_MS;
    const renewed = await renew(old.map(({ work }) => work));
    for (const leased of old) leased.leasedUntilMs = renewed.has(leased.work.deliveryId) ? leasedUntilMs : 0;
  }

  #tryTake({ projectId, payloadBytes }: DeliveryWork): boolean {
    return this.payloads.tryTake(projectId, payloadBytes);
  }
}

/** A meta event is small, and is never read again. */
function isLarge({ payload, payloadBytes, destination }: DeliveryWork): boolean {
  return payload !== null && payloadBytes > LARGE_PAYLOAD && destination.kind !== "meta";
}
