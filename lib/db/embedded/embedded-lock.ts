import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { openConnection } from "@/lib/db/connection";
import { soleRow } from "@/lib/db/sole-row";

/** Any number that no other program's advisory lock on the maintenance database uses. */
const OWNER_LOCK = 7_204_811_531;

/** The lock of the one copy that runs this cluster. It ends with that copy, however the copy ends. */
export type OwnerLock = { release(): Promise<void> };

/**
 * Takes the cluster for this process; `null` if another running copy still has it after `patienceMs`. A lock whose
 * connection the server drops (it restarts its sessions after one crashes) is taken again.
 */
export async function takeOwnerLock(url: string, patienceMs: number): Promise<OwnerLock | null> {
  const first = await tryLock(url, patienceMs);
  if (first === null) return null;
  let client: pg.Client | null = null;
  let released = false;
  const keep = (current: pg.Client) => {
    client = current;
    current.once("end", async () => {
      for (let again: pg.Client | null = null; !again && !released; ) {
        await pause(200, undefined, { ref: false });
        again = await tryLock(url, 0).catch(() => null);
        if (again && released) await again.end();
        else if (again) keep(again);
      }
    });
  };
  keep(first);
  return {
    async release() {
      released = true;
      await client?.end().catch(() => {});
    },
  };
}

async function tryLock(url: string, patienceMs: number): Promise<pg.Client | null> {
  const client = await openConnection(url, { application_name: "hookyard owner" });
  const end = Date.now() + patienceMs;
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1) as taken", [OWNER_LOCK]);
    if (soleRow(rows).taken) return client;
    if (Date.now() > end) break;
    await pause(50);
  }
  await client.end();
  return null;
}
