import { setTimeout as pause } from "node:timers/promises";
import type { Drill } from "@/bench/drills/drill";
import { openConnection } from "@/lib/db/connection";
import type { DatabasePair } from "@/lib/db/database-pair.fixture";
import type { DatabaseProxy } from "@/lib/db/database-proxy.fixture";

/** How long the manager of the database takes to notice that it is gone. */
const UNNOTICED_MS = 3_000;

/** A database with a synchronous standby, and the address by which copies reach the serving one. */
export type FailOver = { readonly pair: DatabasePair; readonly address: DatabaseProxy };

/** Troubles of copies whose database has a standby. */
export const FAIL_OVER_DRILLS: readonly Drill[] = [
  {
    name: "black-holed-fail-over",
    isEverywhere: true,
    async disturb({ failOver }) {
      const { pair, address } = failOver as FailOver;
      const before = await listWorkers(pair.primaryUrl);
      // Nobody is told: packets are lost, those of new connections too.
      address.failOver(null);
      await pause(UNNOTICED_MS);
      await pair.promote();
      address.failOver(pair.standbyUrl);
      return async () => {
        const after = await listWorkers(pair.standbyUrl);
        if (after !== before) throw new Error(`A live worker was found dead: ${before} before, ${after} after.`);
      };
    },
  },
];

/** A worker that was removed from the list while alive reappears with a later start. */
async function listWorkers(url: string): Promise<string> {
  const client = await openConnection(url);
  const { rows } = await client.query("select id, started_at from workers order by id");
  await client.end();
  return rows.map(({ id, started_at }) => `${id} ${started_at.toISOString()}`).join(", ");
}
