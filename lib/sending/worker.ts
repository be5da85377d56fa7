import { randomInt } from "node:crypto";
import type pg from "pg";
import { openConnection } from "@/lib/db/connection";
import { soleRow } from "@/lib/db/sole-row";
import { inTransaction } from "@/lib/db/transaction";
import { copyName } from "@/lib/kernel/env";
import { newId } from "@/lib/kernel/ids";
import type { Logger } from "@/lib/kernel/log";
import { endsWithin } from "@/lib/kernel/patience";
import { Rounds } from "@/lib/kernel/rounds";
import type { Lane } from "@/lib/queue/due-lanes";
import { RELEASE_ALL } from "@/lib/queue/lease";
import { WAKE_LANES } from "@/lib/queue/wake";
import { hasProcessEnded, identifyMachine, identifyProcess } from "@/lib/sending/process-life";

const BEAT_MS = 2_000;
/** A server that does not answer within this is unreachable, whatever the connection looks like. */
const ANSWER_MS = 5_000;
const RECONNECT_MS = 500;
/** A living worker has noticed a lost connection and opened another within this: the two above, plus a margin. */
const UNSEEN_SECONDS = 15;
/** A worker that was not seen for longer has no turn: it missed two beats. */
const PRESENT_SECONDS = 6;

/** A registered worker. Its id marks its leases. */
export type Worker = {
  readonly id: string;
  /** Whether it is this one of the workers that live whose turn it is. */
  isTurn(turn: number): boolean;
  /** Starts freeing the leases of dead workers; `onFreed` is called each time. */
  start(onFreed: () => void): void;
  /** Frees the worker's leases and removes it from the list. */
  close(): Promise<void>;
};

export type WorkerParts = {
  readonly url: string;
  readonly pool: pg.Pool;
  /** The shards that may have its leases now. */
  readonly shards: () => readonly pg.Pool[];
  readonly log: Logger;
  /** Hears what came of each beat: an error, or null. */
  readonly onBeat?: (error: unknown) => void;
  /** How long another worker with a free lock must be unseen to count as dead; for tests. */
  readonly unseenSeconds?: number;
};

/**
 * Records that this worker lives, and returns the others. `isFree` are those whose lock is free, if they were not seen for
 * long ($5 says whether that counts), or are of this machine, where their process can be checked. Locks taken by this
 * statement are released at its end.
 */
const BEAT = `
with me as (
  insert into workers (id, lock_key, name, process) values ($1, $2, $3, $4)
  on conflict (id) do update set seen_at = now()
), others as (
  select id, lock_key, process, $5 and seen_at < now() - make_interval(secs => $6) as is_unseen,
    coalesce(starts_with(process, $7), false) as is_here,
    seen_at > now() - make_interval(secs => ${PRESENT_SECONDS}) as is_present
  from workers where id <> $1
)
select id, lock_key as "lockKey", process, is_unseen as "isUnseen", is_here as "isHere", is_present as "isPresent",
  case when is_unseen or is_here then pg_try_advisory_xact_lock(lock_key) else false end as "isFree"
from others`;

type Other = {
  id: string;
  lockKey: string;
  process: string | null;
  isUnseen: boolean;
  isHere: boolean;
  isPresent: boolean;
  isFree: boolean;
};

/**
 * Registers this process as a worker. A connection of its own has a session advisory lock, shared with any earlier
 * session of the worker that the server still believes in, and beats on it. A worker that can take another's lock
 * exclusively may declare that one dead and free its leases instead of waiting for them to expire. If the connection
 * breaks (a restart of PostgreSQL, a failover) or gets no answer it is made again. No worker is declared dead by its
 * last beat until this worker has had its own lock for as long: after a restart all have time to come back.
 */
export async function registerWorker(parts: WorkerParts): Promise<Worker> {
  const worker = new Registration(parts);
  await worker.beat();
  return worker;
}

type OwnLock = { readonly client: pg.Client; readonly sinceMs: number };

class Registration implements Worker {
  readonly id = newId();
  readonly #lockKey = randomInt(2 ** 47);
  readonly #process = identifyProcess();
  readonly #rounds: Rounds;
  #lock: OwnLock | null = null;
  #freeing: Promise<void> | null = null;
  #onFreed: (() => void) | null = null;
  /** Its place among the workers that live, in the order of their ids, and their number. */
  #order = { place: 0, of: 1 };

  constructor(private readonly parts: WorkerParts) {
    this.#rounds = new Rounds({
      run: async () => {
        await this.beat();
        parts.onBeat?.(null);
        return BEAT_MS;
      },
      onError: (error) => {
        parts.log.debug({ err: error }, "the worker's connection failed; making another");
        parts.onBeat?.(error);
        this.#releaseLock();
      },
      afterErrorMs: RECONNECT_MS,
    });
  }

  start(onFreed: () => void): void {
    this.#onFreed = onFreed;
    this.#rounds.start();
  }

  isTurn(turn: number): boolean {
    return turn % this.#order.of === this.#order.place;
  }

  /** Takes the lock, records that this worker lives, and, once started, frees the leases of dead workers. */
  async beat(): Promise<void> {
    this.#lock ??= await this.#takeLock();
    const { client, sinceMs } = this.#lock;
    const { unseenSeconds = UNSEEN_SECONDS } = this.parts;
    const machine = identifyMachine();
    const isSettled = performance.now() - sinceMs >= unseenSeconds * 1_000;
    const { rows } = await client.query<Other>({
      name: "beat",
      text: BEAT,
      values: [
        this.id,
        this.#lockKey,
        copyName,
        this.#process,
        isSettled,
        unseenSeconds,
        machine === null ? null : `${machine} `,
      ],
    });
    const present = rows.filter(({ isPresent, isFree }) => isPresent && !isFree);
    this.#order = { place: present.filter(({ id }) => id < this.id).length, of: present.length + 1 };
    const dead = rows.filter(
      ({ process, isHere, isUnseen, isFree }) =>
        isFree && (isHere && process !== this.#process ? hasProcessEnded(process ?? "") : isUnseen),
    );
    if (dead.length > 0 && this.#onFreed) this.#freeing ??= this.#freeAll(dead);
  }

  async close(): Promise<void> {
    await this.#rounds.stop();
    await this.#freeing;
    // If this fails or takes long, the leases end with the connection's lock, or expire.
    if (this.#lock) {
      await endsWithin(freeWorker(this.#lock.client, this.id, this.parts.shards()), ANSWER_MS).catch(() => {});
    }
    this.#releaseLock();
  }

  async #takeLock(): Promise<OwnLock> {
    const client = await openConnection(this.parts.url, {
      application_name: "hookyard worker",
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    });
    const lock = { client, sinceMs: performance.now() };
    client.once("end", () => {
      if (this.#lock !== lock) return;
      this.#lock = null;
      this.#rounds.poke(RECONNECT_MS);
    });
    try {
      await client.query("select pg_advisory_lock_shared($1)", [this.#lockKey]);
    } catch (error) {
      void client.end().catch(() => {});
      throw error;
    }
    return lock;
  }

  #releaseLock(): void {
    const lock = this.#lock;
    this.#lock = null;
    void lock?.client.end().catch(() => {});
  }

  /** Runs beside the beats, on connections that may take their time without being given up. */
  async #freeAll(dead: readonly Other[]): Promise<void> {
    try {
      for (const other of dead) await this.#free(other);
    } catch (error) {
      this.parts.log.warn({ err: error }, "freeing the leases of a dead worker failed; trying again");
    } finally {
      this.#freeing = null;
    }
  }

  async #free({ id, lockKey }: Other): Promise<void> {
    const isFreed = await inTransaction(this.parts.pool, async (client) => {
      const { rows } = await client.query<{ taken: boolean }>("select pg_try_advisory_xact_lock($1) as taken", [
        lockKey,
      ]);
      const { taken } = soleRow(rows);
      if (taken) await freeWorker(client, id, this.parts.shards());
      return taken;
    });
    if (!isFreed) return;
    this.parts.log.warn({ worker: id }, "freed the leases of a worker that died");
    this.#onFreed?.();
  }
}

/** Makes the worker's remaining leases due at once for the others, and takes it from the list once all shards have. */
async function freeWorker(client: Pick<pg.ClientBase, "query">, id: string, shards: readonly pg.Pool[]): Promise<void> {
  await Promise.all(shards.map((shard) => inTransaction(shard, (client) => freeLeases(client, id))));
  await client.query("delete from workers where id = $1", [id]);
}

async function freeLeases(client: pg.ClientBase, id: string): Promise<void> {
  const { rows: lanes } = await client.query<Lane>(RELEASE_ALL(id));
  await client.query(WAKE_LANES(lanes));
  await client.query("update routing_queue set lease = null, due_at = now() where lease = $1", [id]);
  await client.query("update source_consumers set worker_id = null, lease_until = now() where worker_id = $1", [id]);
}
