import { randomInt } from "node:crypto";
import type pg from "pg";
import { openConnection } from "@/lib/db/connection";
import { copyName } from "@/lib/env";
import { newId } from "@/lib/ids";
import type { Lane } from "@/lib/queue/due-lanes";
import { RELEASE_ALL } from "@/lib/queue/lease";
import { WAKE_LANES } from "@/lib/queue/wake";

/** A registered worker: its id is the name on its leases. */
const RECONNECT_MS = 500;

export type Worker = {
  id: string;
  /** Frees what the worker still has, and takes it off the list. */
  close(): Promise<void>;
};

/**
 * Registers this process as a worker. A connection of its own holds a session advisory lock for as long as the process
 * lives: whoever can take that lock knows that the worker is dead, and frees its leases at once instead of waiting for
 * them to run out. When the connection breaks (a restart of PostgreSQL) it is made again; leases that were freed
 * meanwhile are noticed when settling.
 */
export async function registerWorker(url: string): Promise<Worker> {
  const id = newId();
  const lockKey = randomInt(2 ** 47);
  let client = await holdLock(url, id, lockKey, () => void again());
  let closed = false;

  async function again(): Promise<void> {
    while (!closed) {
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
      try {
        client = await holdLock(url, id, lockKey, () => void again());
        return;
      } catch {
        // The store is still away, which the engine's own queries report; the next round tries again.
      }
    }
  }

  return {
    id,
    async close() {
      closed = true;
      // Where this fails, the leases fall with the connection's lock.
      await freeWorker(client, id).catch(() => {});
      await client.end().catch(() => {});
    },
  };
}

async function holdLock(url: string, id: string, lockKey: number, onLost: () => void): Promise<pg.Client> {
  const client = await openConnection(url, { application_name: "hookyard worker", keepAlive: true });
  await client.query("select pg_advisory_lock($1)", [lockKey]);
  await client.query("insert into workers (id, lock_key, name) values ($1, $2, $3) on conflict (id) do nothing", [
    id,
    lockKey,
    copyName,
  ]);
  client.once("end", onLost);
  return client;
}

/** What a worker still has is due at once for the others. */
async function freeWorker(client: Pick<pg.ClientBase, "query">, id: string): Promise<void> {
  const { rows: lanes } = await client.query<Lane>(RELEASE_ALL(id));
  await client.query(WAKE_LANES(lanes));
  await client.query("update routing_queue set lease = null, due_at = now() where lease = $1", [id]);
  await client.query("update source_consumers set worker_id = null, lease_until = now() where worker_id = $1", [id]);
  await client.query("delete from workers where id = $1", [id]);
}

/** Frees the leases of workers that died. Returns how many workers were found dead. */
export async function freeDeadWorkers(pool: pg.Pool): Promise<number> {
  const client = await pool.connect();
  let dead = 0;
  let broken = true;
  try {
    const { rows } = await client.query("select id, lock_key from workers");
    for (const worker of rows) {
      await client.query("begin");
      const taken = await client.query("select pg_try_advisory_xact_lock($1) as taken", [worker.lock_key]);
      if (taken.rows[0].taken) {
        await freeWorker(client, worker.id);
        dead += 1;
      }
      await client.query("commit");
    }
    broken = false;
  } finally {
    client.release(broken);
  }
  return dead;
}
