import type { Database } from "@/lib/db/client";
import { openEngineShards } from "@/lib/db/engine-pools";
import { measureInstallation } from "@/lib/nouns/health/measure-installation";
import { toHealthServer } from "@/lib/nouns/health/read-server-facts";
import type { HealthFacts } from "@/lib/nouns/health/schemas";
import { ServerAsks } from "@/lib/nouns/health/server-asks";

export type Asked = {
  /** Of the database at this address. */
  readonly db: Database;
  readonly url: string;
  readonly now: Date;
};

/** As many connections to one server as a look needs. */
const CONNECTIONS = 8;

/**
 * Measures what the page *Installation* shows. Whether the disk is full is left out: only a copy that writes can tell, and
 * here nothing is written.
 */
export async function readHealth({ db, url, now }: Asked): Promise<HealthFacts> {
  // That the places of shards cannot be read again matters to nobody: they are looked at once.
  const shards = await openEngineShards(url, { budget: CONNECTIONS, pages: db, onError() {} });
  try {
    const servers = shards.servers().map(toHealthServer);
    return await measureInstallation({ pool: db.pool, servers, asks: new ServerAsks(), full: new Map(), now });
  } finally {
    await shards.close();
  }
}
