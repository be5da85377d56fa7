import { expect, it, onTestFinished } from "vitest";
import { createTestDatabase } from "@/lib/db/test-database";
import { POOL_FIGURES } from "@/lib/program/pool-figures";

it("tells what a pool may open, has open and lends, and who waits for a connection of it", async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.close());
  const { shards } = database;
  const { pool } = shards.whole.work;
  /** The figures of the pool, by the state where a figure has it. */
  const read = (kind: string) => {
    const told = Object.entries(POOL_FIGURES).flatMap(([name, { of }]) =>
      of({ shards }).map(([value, labels]) => ({ name, value, ...labels })),
    );
    const own = told.filter((one) => !("server" in one) && "pool" in one && one.pool === kind);
    return Object.fromEntries(own.map((one) => ["state" in one ? one.state : one.name, one.value]));
  };
  const { max } = pool.options;
  const free = { hookyard_pool_connections_allowed: max, used: 0, idle: 0, hookyard_pool_waiting: 0 };
  expect(max).toBeGreaterThan(1);
  expect(read("work")).toEqual(free);

  const lent = await Promise.all(Array.from({ length: max }, () => pool.connect()));
  expect(read("work")).toEqual({ ...free, used: max });
  const waiting = pool.connect();
  expect(read("work")).toEqual({ ...free, used: max, hookyard_pool_waiting: 1 });
  expect(read("ingest")).toMatchObject({ used: 0, hookyard_pool_waiting: 0 });

  lent.pop()?.release();
  lent.push(await waiting);
  expect(read("work")).toEqual({ ...free, used: max });
  for (const client of lent) client.release();
  expect(read("work")).toEqual({ ...free, idle: max });
});
