import { randomInt } from "node:crypto";
import type pg from "pg";
import { openConnection } from "@/lib/db/connection";
import { soleRow } from "@/lib/db/sole-row";
import { inTransaction } from "@/lib/db/transaction";
import { copyName } from "@/lib/kernel/env";
import { newId } from "@/lib/kernel/ids";
import type { Logger } from "@/lib/kernel/log";
import { Rounds } from "@/lib/kernel/rounds";
import type { Lane } from "@/lib/queue/due-lanes";
import { RELEASE_ALL } from "@/lib/queue/lease";
import { WAKE_LANES } from "@/lib/queue/wake";
import { hasProcessEnded, identifyMachine, identifyProcess } from "@/lib/sending/process-life";

const BEAT_MS = 2_000;
/** A server that does not answer within this is out of reach, whatever the connection looks like. */
const ANSWER_MS = 5_000;
const RECONNECT_MS = 500;
/** Whoever lives has noticed a lost connection and made another within this: the two above, and time to spare. */
const UNSEEN_SECONDS = 15;

/** A registered worker: its id is the name on its leases. */
export type Worker = {
  readonly id: string;
  /** Begins to free what dead workers had; `onFreed` hears of each time. */
  start(onFreed: () => void): void;
  /** Frees what the worker still has, and takes it off the list. */
  close(): Promise<void>;
};

export type WorkerParts = {
  readonly url: string;
  readonly pool: pg.Pool;
  readonly log: Logger;
  /** After how long, with its lock free, another one is dead; for tests. */
  readonly unseenSeconds?: number;
};

/**
 * Says that this worker lives, and answers which others do not: nobody holds their lock, and they were not seen for long
 * ($5 says whether to go by that), or they are of this machine, where their process is looked for. The locks that this
 * takes are given back at its end.
 */
const BEAT = `
with me as (
  insert into workers (id, lock_key, name, process) values ($1, $2, $3, $4)
  on conflict (id) do update set seen_at = now()
), others as (
  select id, lock_key, process, $5 and seen_at < now() - make_interval(secs => $6) as is_unseen,
    coalesce(starts_with(process, $7), false) as is_here
  from workers where id <> $1
)
select id, lock_key as "lockKey", process, is_unseen as "isUnseen", is_here as "isHere" from others
where case when is_unseen or is_here then pg_try_advisory_xact_lock(lock_key) else false end`;

type Other = { id: string; lockKey: string; process: string | null; isUnseen: boolean; isHere: boolean };

/**
 * Registers this process as a worker. A connection of its own holds a session advisory lock, shared with whichever session
 * it had before that the server still believes in, and beats on it. Whoever can take the lock for itself alone may find
 * the worker dead, and frees its leases instead of waiting for them to run out. When the connection breaks (a restart of
 * PostgreSQL, a fail-over) or gets no answer it is made again. Nobody is found dead by the time of their last beat until
 * this worker has itself held its lock for as long: after a restart all have the time to come back.
 */
export async function registerWorker(parts: WorkerParts): Promise<Worker> {
  const worker = new Registration(parts);
  await worker.beat();
  return worker;
}

type Held = { readonly client: pg.Client; readonly sinceMs: number };

class Registration implements Worker {
  readonly id = newId();
  readonly #lockKey = randomInt(2 ** 47);
  readonly #process = identifyProcess();
  readonly #rounds: Rounds;
  #held: Held | null = null;
  #freeing: Promise<void> | null = null;
  #onFreed: (() => void) | null = null;

  constructor(private readonly parts: WorkerParts) {
    this.#rounds = new Rounds({
      run: async () => {
        await this.beat();
        return BEAT_MS;
      },
      onError: (error) => {
        parts.log.debug({ err: error }, "the worker's connection failed; making another");
        this.#letGo();
      },
      afterErrorMs: RECONNECT_MS,
    });
  }

  start(onFreed: () => void): void {
    this.#onFreed = onFreed;
    this.#rounds.start();
  }

  /** Holds the lock, says that this worker lives, and, once it is started, frees what dead ones had. */
  async beat(): Promise<void> {
    this.#held ??= await this.#hold();
    const { client, sinceMs } = this.#held;
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
    const dead = rows.filter(({ process, isHere, isUnseen }) =>
      isHere && process !== this.#process ? hasProcessEnded(process ?? "") : isUnseen,
    );
    if (dead.length > 0 && this.#onFreed) this.#freeing ??= this.#freeAll(dead);
  }

  async close(): Promise<void> {
    await this.#rounds.stop();
    await this.#freeing;
    // Where this fails, the leases fall with the connection's lock, or run out.
    if (this.#held) await freeWorker(this.#held.client, this.id).catch(() => {});
    this.#letGo();
  }

  async #hold(): Promise<Held> {
    const client = await openConnection(this.parts.url, {
      application_name: "hookyard worker",
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    });
    const held = { client, sinceMs: performance.now() };
    client.once("end", () => {
      if (this.#held !== held) return;
      this.#held = null;
      this.#rounds.poke(RECONNECT_MS);
    });
    try {
      await client.query("select pg_advisory_lock_shared($1)", [this.#lockKey]);
    } catch (error) {
      void client.end().catch(() => {});
      throw error;
    }
    return held;
  }

  #letGo(): void {
    const held = this.#held;
    this.#held = null;
    void held?.client.end().catch(() => {});
  }

  /** Beside the beats, on connections that may take their time without being given up. */
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
      if (taken) await freeWorker(client, id);
      return taken;
    });
    if (!isFreed) return;
    this.parts.log.warn({ worker: id }, "freed the leases of a worker that died");
    this.#onFreed?.();
  }
}

/** What a worker still has is due at once for the others. */
async function freeWorker(client: Pick<pg.ClientBase, "query">, id: string): Promise<void> {
  const { rows: lanes } = await client.query<Lane>(RELEASE_ALL(id));
  await client.query(WAKE_LANES(lanes));
  await client.query("update routing_queue set lease = null, due_at = now() where lease = $1", [id]);
  await client.query("update source_consumers set worker_id = null, lease_until = now() where worker_id = $1", [id]);
  await client.query("delete from workers where id = $1", [id]);
}
