import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createDatabase, type Database } from "@/lib/db/client";
import { ShardNames } from "@/lib/db/placement/shard-names";
import { poolOfShard } from "@/lib/db/placement/shard-pool";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database";
import { onlyServer } from "@/lib/nouns/health/read-server-facts";
import { ServerAsks } from "@/lib/nouns/health/server-asks";

let hanging: Server;
const sockets: Socket[] = [];
let stuck: Database;
let test: TestDatabase;
beforeAll(async () => {
  hanging = createServer((socket) => sockets.push(socket)).listen(0, "127.0.0.1");
  await once(hanging, "listening");
  stuck = createDatabase(`postgres://nobody@127.0.0.1:${(hanging.address() as AddressInfo).port}/none`);
  test = await createTestDatabase();
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  hanging.close();
  await stuck.destroy();
  await test.close();
});

const serverOf = (pool: Database["pool"], address: string | null) => ({ ...onlyServer(pool), address });

it("takes a server that hangs for away, and waits for it less the next time", async () => {
  const asks = new ServerAsks();
  const timed = async () => {
    const startedAt = performance.now();
    const { facts, reason } = await asks.ask(serverOf(stuck.pool, "db-2:5432"));
    expect(facts).toBeNull();
    expect(reason).toMatch(/answer|timeout|terminated/);
    return performance.now() - startedAt;
  };
  const first = await timed();
  expect(await timed()).toBeLessThan(first / 2);
});

it("tells of a server that answers how much it has, and asks the only one no more than it tells", async () => {
  const asks = new ServerAsks();
  const { facts, reason } = await asks.ask(serverOf(test.db.pool, "db-1:5432"));
  expect(reason).toBeNull();
  expect(facts).toMatchObject({ projects: 0, bytes: expect.any(Number), hidden_sessions: 0 });
  expect((await asks.ask(serverOf(test.db.pool, null))).facts).toMatchObject({ projects: null, bytes: null });
  await expect(asks.ask(serverOf(stuck.pool, null))).rejects.toThrow();
});

it("takes no server for away because a shard has just left it", async () => {
  const gone = new ShardNames(
    new Map(["projects", "routing_queue", "delivery_queue", "lanes"].map((table) => [table, `${table}_999999`])),
  );
  const left = poolOfShard({ id: "999999", names: gone, pool: () => test.db.pool, onGone() {} });
  const server = serverOf(test.db.pool, "db-1:5432");
  const shards = [...server.shards, { pool: left, nameOf: (table: string) => gone.nameOf(table) }];
  const { facts } = await new ServerAsks().ask({ ...server, shards });
  expect(facts).toMatchObject({ projects: 0, work: { inbox: [{ counted: 0 }], unfinished: [{ counted: 0 }] } });
});

it("finds a server again that was away and is slow now", async () => {
  const asks = new ServerAsks();
  expect((await asks.ask(serverOf(stuck.pool, "db-3:5432"))).facts).toBeNull();
  const locking = await test.db.pool.connect();
  // What cannot be counted takes half a second each.
  await locking.query("begin; lock table lanes, routing_queue in access exclusive mode");
  const ask = async () => (await asks.ask(serverOf(test.db.pool, "db-3:5432"))).facts?.work;
  try {
    await expect.poll(ask, { interval: 1_500 }).toMatchObject({ inbox: null, due: null });
  } finally {
    locking.release(true);
  }
});
