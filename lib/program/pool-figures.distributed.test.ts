import { afterAll, beforeAll, expect, it } from "vitest";
import { type CitusCluster, missingCitus } from "@/lib/db/placement/citus-cluster.fixture";
import { openDistributed } from "@/lib/db/placement/distributed.fixture";
import type { TestDatabase } from "@/lib/db/test-database";
import { POOL_FIGURES } from "@/lib/program/pool-figures";

const missing = missingCitus();
if (missing) console.log(`skipped: the pools of a database on several servers need ${missing}.`);

let cluster: CitusCluster;
let database: TestDatabase;

beforeAll(async () => {
  if (missing) return;
  ({ cluster, database } = await openDistributed());
});
afterAll(() => database?.close());

/** The samples of a figure, as Prometheus writes them. */
function tell(name: keyof typeof POOL_FIGURES): string[] {
  const samples = POOL_FIGURES[name]?.of(database) ?? [];
  return samples.map(([value, labels = {}]) => `${Object.values(labels).join(" ")} ${value}`);
}

it.skipIf(missing)("opens no connection to tell that there is none to a server", () => {
  expect(tell("hookyard_pool_waiting")).toEqual(["pages 0", "ingest 0", "work 0", "upkeep 0"]);
  expect(database.shards.openServers()).toEqual([]);
});

it.skipIf(missing)("tells the pools of each server beside those of the whole, and who waits where", async () => {
  const servers = database.shards.servers();
  const [coordinator, busy, other] = cluster.nodes.map(({ port }) => `127.0.0.1:${port}`);
  const pool = servers.find(({ address }) => address === busy)?.databases.work.pool;
  if (!pool) throw new Error("There is no worker.");
  const { max } = pool.options;
  const lent = await Promise.all(Array.from({ length: max }, () => pool.connect()));
  const waiting = pool.connect();

  const allowed = tell("hookyard_pool_connections_allowed");
  for (const server of [coordinator, busy, other]) expect(allowed).toContain(`${server} work ${max}`);
  expect(allowed).toContain(`work ${max}`);
  expect(allowed).toHaveLength(4 + 4 * cluster.nodes.length);
  expect(tell("hookyard_pool_connections")).toEqual(
    expect.arrayContaining([`${busy} work used ${max}`, `${busy} work idle 0`, `${other} work used 0`]),
  );
  expect(tell("hookyard_pool_waiting").filter((sample) => !sample.endsWith(" 0"))).toEqual([`${busy} work 1`]);

  for (const client of lent) client.release();
  (await waiting).release();
  expect(tell("hookyard_pool_waiting").filter((sample) => !sample.endsWith(" 0"))).toEqual([]);
});
