import type { Database } from "@/lib/db/client";
import { openEngineShards } from "@/lib/db/engine-pools";
import type { Shards } from "@/lib/db/placement/shards";

/** A database that is open, and its address. */
export type Reached = { readonly db: Database; readonly url: string };

/** As many connections to one server as a look needs. */
const CONNECTIONS = 8;

/** Opens the servers of a database as its copies do, for as long as the work takes. */
export async function withServers<T>({ db, url }: Reached, work: (shards: Shards) => Promise<T>): Promise<T> {
  // That the places of shards cannot be read again matters to nobody: they are looked at once.
  const shards = await openEngineShards(url, { budget: CONNECTIONS, pages: db, onError() {} });
  try {
    return await work(shards);
  } finally {
    await shards.close();
  }
}
