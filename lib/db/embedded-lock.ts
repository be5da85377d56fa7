import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";

/** Any number that no other program's advisory lock on the maintenance database uses. */
const OWNER_LOCK = 7_204_811_531;

/** Held by the one copy of the program that runs this cluster. It ends with that copy, however the copy ends. */
export type OwnerLock = { release(): Promise<void> };

/**
 * Takes the cluster for this process, or gives `null` when another running copy has it, tried until `patienceMs`.
 * A lock whose connection the server drops (it restarts its sessions after a crash of one) is taken again.
 */
export async function takeOwnerLock(url: string, patienceMs: number): Promise<OwnerLock | null> {
  let client = await tryLock(url, patienceMs);
  if (client === null) return null;
  let released = false;
  const keep = (current: pg.Client) => {
    current.once("end", async () => {
      for (let taken = false; !taken && !released; ) {
        await pause(200, undefined, { ref: false });
        const again = await tryLock(url, 0).catch(() => null);
        if (again === null) continue;
        taken = true;
        client = again;
        keep(again);
      }
    });
  };
  keep(client);
  return {
    async release() {
      released = true;
      await client?.end().catch(() => {});
    },
  };
}

async function tryLock(url: string, patienceMs: number): Promise<pg.Client | null> {
  const client = new pg.Client({ connectionString: url, application_name: "hookyard owner" });
  // The end of the connection is what counts; it is told by `end`.
  client.on("error", () => {});
  await client.connect();
  const end = Date.now() + patienceMs;
  for (;;) {
    const { rows } = await client.query("select pg_try_advisory_lock($1) as taken", [OWNER_LOCK]);
    if (rows[0].taken) return client;
    if (Date.now() > end) break;
    await pause(50);
  }
  await client.end();
  return null;
}
