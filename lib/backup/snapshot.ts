import type pg from "pg";
import { openSpread } from "@/lib/backup/spread-snapshot";
import { openView, type Snapshot, type Source, type View } from "@/lib/backup/view";
import { isDistributed } from "@/lib/db/placement/shard-map";
import { RETENTION_LOCK } from "@/lib/db/retention-lock";
import { soleRow } from "@/lib/db/sole-row";

/**
 * Opens a view of the database that stays as it is until `close`. Retention waits meanwhile, since it truncates days,
 * which even a snapshot would see. Throws a StartupError where a server is away.
 */
export async function openSnapshot(url: string, note: (line: string) => void): Promise<Snapshot> {
  const own = await openView(url);
  try {
    // Before the view, so that nothing is truncated under it. It ends with the connection.
    await holdRetention(own.client, note);
    if (await isDistributed(own.client)) return await openSpread(url, own);
    await own.look();
    return ofOneServer(own);
  } catch (error) {
    await own.close();
    throw error;
  }
}

function ofOneServer(own: View): Snapshot {
  const source: Source = { begin: () => own.begin(), nameOf: (table) => table };
  return {
    client: own.client,
    isSpread: false,
    sourcesOf: () => [source],
    insistOnPlaces: async () => {},
    close: () => own.close(),
  };
}

async function holdRetention(client: pg.ClientBase, note: (line: string) => void): Promise<void> {
  const { rows } = await client.query<{ held: boolean }>("select pg_try_advisory_lock($1) as held", [RETENTION_LOCK]);
  if (soleRow(rows).held) return;
  note("Waiting for retention, which removes a day at present.");
  await client.query("select pg_advisory_lock($1)", [RETENTION_LOCK]);
}
