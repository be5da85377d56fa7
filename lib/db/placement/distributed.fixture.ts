import { openConnection } from "@/lib/db/connection";
import { migrate } from "@/lib/db/migrate";
import { CitusCluster } from "@/lib/db/placement/citus-cluster.fixture";
import { distribute } from "@/lib/db/placement/distribute";
import { openTestDatabase, type TestDatabase } from "@/lib/db/test-database";

/** A migrated database that is spread over the nodes of a cluster of its own, which ends with it. */
export async function openDistributed(
  ...options: Parameters<typeof CitusCluster.open>
): Promise<{ cluster: CitusCluster; database: TestDatabase }> {
  const cluster = await CitusCluster.open(...options);
  const url = await cluster.createDatabase("hookyard");
  await migrate(url);
  const client = await openConnection(url);
  await distribute(client);
  await client.end();
  return { cluster, database: await openTestDatabase(url, () => cluster.close()) };
}
