import { afterAll, beforeAll, expect, it } from "vitest";
import { gatherFacts } from "@/lib/checkup/facts/gather";
import { DATABASE_PARTS } from "@/lib/checkup/facts/look-at-database";
import { examine } from "@/lib/checkup/rules/rules";
import { openConnection } from "@/lib/db/connection";
import { type CitusCluster, missingCitus } from "@/lib/db/placement/citus-cluster.fixture";
import { openDistributed } from "@/lib/db/placement/distributed.fixture";
import { urlOf } from "@/lib/db/placement/local-server.fixture";
import { readEnv } from "@/lib/kernel/env";
import { EngineBench } from "@/lib/program/engines.fixture";

const missing = missingCitus();
if (missing) console.log(`skipped: the doctor of a distributed database needs ${missing}.`);

let cluster: CitusCluster;
let bench: EngineBench;
beforeAll(async () => {
  if (missing) return;
  const opened = await openDistributed();
  cluster = opened.cluster;
  bench = new EngineBench(opened.database);
});
afterAll(() => bench?.close());

function gather(more: Record<string, string> = {}) {
  const settings = {
    DATABASE_URL: bench.database.url,
    HOOKYARD_DISTRIBUTED: "citus",
    HOOKYARD_SECRET: "s".repeat(32),
    ...more,
  };
  return gatherFacts({ readSettings: () => readEnv(settings), isTold: true });
}

it.skipIf(missing)("looks at every part of a database that is spread", async () => {
  for (let n = 0; n < 3; n++) await bench.endpoint(await bench.project("outgoing"), "http://127.0.0.1:9/hook");
  const { facts } = await gather();
  const unseen = DATABASE_PARTS.flatMap((part) => {
    const looked = facts[part];
    return looked.seen ? [] : [`${part}: ${looked.why}`];
  });
  expect(unseen).toEqual([]);
  expect(facts.alerting).toEqual({ seen: true, value: { watched: 3, hasRules: true, routes: 0, byMail: 0 } });
});

it.skipIf(missing)(
  "tells which servers allow too few connections, counted twice on a coordinator with shards",
  async () => {
    const tell = async (each: string, ofCoordinator: number) => {
      const { facts } = await gather({ HOOKYARD_DB_CONNECTIONS: each });
      const { health } = facts;
      if (!health.seen || health.value === null) throw new Error("The health was not seen.");
      const servers = health.value.servers.map((server) =>
        server.is_coordinator ? { ...server, shards: ofCoordinator } : server,
      );
      const told = examine({ ...facts, health: { seen: true, value: { ...health.value, servers } } });
      return told.flatMap(({ code, what }) => (code === "connections_too_few" ? what : []));
    };
    expect(await tell("390", 0)).toEqual([]);
    expect(await tell("190", 2)).toEqual([]);
    expect(await tell("390", 2)).toEqual([
      expect.stringMatching(/^127\.0\.0\.1:\d+ allows 397 connections; one copy may open 780\.$/),
    ]);
    expect(await tell("400", 0)).toHaveLength(3);
  },
);

it.skipIf(missing)("looks at the settings of each server, and says what is so on several once", async () => {
  const [, first, second] = cluster.nodes;
  const tell = async () => {
    const { facts } = await gather();
    return examine(facts).flatMap(({ code, what }) => (code === "synchronous_commit_off" ? what : []));
  };
  const set = async (port = 0) => {
    const client = await openConnection(urlOf(port, "hookyard"));
    await client.query("alter system set synchronous_commit = off");
    await client.query("select pg_reload_conf()");
    await client.end();
  };
  expect(await tell()).toEqual([]);
  await set(second?.port);
  await expect.poll(tell).toEqual([`On 127.0.0.1:${second?.port}: The database's synchronous_commit is off.`]);
  await set(first?.port);
  const both = `127.0.0.1:${first?.port}, 127.0.0.1:${second?.port}`;
  await expect.poll(tell).toEqual([`On ${both}: The database's synchronous_commit is off.`]);
});
