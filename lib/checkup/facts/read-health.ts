import { type Reached, withServers } from "@/lib/checkup/facts/with-servers";
import { measureInstallation } from "@/lib/nouns/health/measure-installation";
import { toHealthServer } from "@/lib/nouns/health/read-server-facts";
import type { HealthFacts } from "@/lib/nouns/health/schemas";
import { ServerAsks } from "@/lib/nouns/health/server-asks";

/**
 * Measures what the page *Installation* shows. Whether the disk is full is left out: only a copy that writes can tell, and
 * here nothing is written.
 */
export function readHealth({ now, ...reached }: Reached & { readonly now: Date }): Promise<HealthFacts> {
  return withServers(reached, (shards) => {
    const servers = shards.servers().map(toHealthServer);
    return measureInstallation({ pool: reached.db.pool, servers, asks: new ServerAsks(), full: new Map(), now });
  });
}
