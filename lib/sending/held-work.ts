import { LEASE_SECONDS } from "@/lib/queue/lease";
import { type DeliveryWork, LARGE_PAYLOAD } from "@/lib/queue/work";
import { PayloadRoom } from "@/lib/sending/payload-room";

/** `leasedUntilMs` is a time of the process's monotonic clock, and moves when the lease is renewed. */
type Held = { work: DeliveryWork; leasedUntilMs: number };

/** Shorter than the lease in the database, which began before this process got the answer. */
const LEASE_MS = LEASE_SECONDS * 1_000 - 5_000;
const MAX_PAYLOAD_BYTES = 128 * 1024 * 1024;

/** The leased work that a worker has in memory, and the memory that its large payloads use. */
export class HeldWork {
  readonly #held = new Map<string, Held>();
  readonly #room = new PayloadRoom(MAX_PAYLOAD_BYTES);

  has(deliveryId: string): boolean {
    return this.#held.has(deliveryId);
  }

  /** Returns the work to attempt: without its payload if there is no memory for it now. */
  add(given: DeliveryWork): DeliveryWork {
    const before = this.#held.get(given.deliveryId);
    if (before) this.remove(before.work);
    const work = takesRoom(given) && !this.#tryTake(given) ? { ...given, payload: null } : given;
    this.#held.set(work.deliveryId, { work, leasedUntilMs: performance.now() + LEASE_MS });
    return work;
  }

  /** False if this process stood still for so long that another worker may have the work. */
  isLeased(work: DeliveryWork): boolean {
    const held = this.#held.get(work.deliveryId);
    return held?.work === work && performance.now() <= held.leasedUntilMs;
  }

  /** Does nothing if the work was leased anew meanwhile. */
  remove(work: DeliveryWork): void {
    if (this.#held.get(work.deliveryId)?.work !== work) return;
    this.#held.delete(work.deliveryId);
    if (takesRoom(work)) this.#room.give(work.projectId, work.payloadBytes);
  }

  /** Attempts work with memory for its payload; work that has its payload already does not wait. */
  async withRoom<T>({ projectId, payload, payloadBytes }: DeliveryWork, attempt: () => Promise<T>): Promise<T> {
    if (payload) return attempt();
    await this.#room.take(projectId, payloadBytes);
    try {
      return await attempt();
    } finally {
      this.#room.give(projectId, payloadBytes);
    }
  }

  /** Renews the leases by `renew`, which returns the ids of those that this worker still has. */
  async renew(renew: (works: readonly DeliveryWork[]) => Promise<ReadonlySet<string>>): Promise<void> {
    const old = [...this.#held.values()];
    if (old.length === 0) return;
    const leasedUntilMs = performance.now() + LEASE_MS;
    const renewed = await renew(old.map(({ work }) => work));
    for (const held of old) held.leasedUntilMs = renewed.has(held.work.deliveryId) ? leasedUntilMs : 0;
  }

  #tryTake({ projectId, payloadBytes }: DeliveryWork): boolean {
    return this.#room.tryTake(projectId, payloadBytes);
  }
}

/** A meta event is small, and is never read again. */
function takesRoom({ payload, payloadBytes, destination }: DeliveryWork): boolean {
  return payload !== null && payloadBytes > LARGE_PAYLOAD && destination.kind !== "meta";
}
