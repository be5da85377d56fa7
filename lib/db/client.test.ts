import { expect, it, onTestFinished } from "vitest";
import { closeDatabase, createDatabase } from "@/lib/db/client";
import { DatabaseProxy } from "@/lib/db/database-proxy.fixture";
import { createTestDatabase } from "@/lib/db/test-database";

it("drops all idle connections if one gets no answer, so that the next query opens a new one", async () => {
  const database = await createTestDatabase();
  const proxy = await new DatabaseProxy().open(database.url);
  const db = createDatabase(proxy.url, { max: 4, answerTimeoutMs: 500 });
  onTestFinished(async () => {
    await db.destroy();
    proxy.close();
    await database.close();
  });
  const ask = () => db.pool.query<{ one: number }>("select 1 as one");
  await Promise.all(Array.from({ length: 4 }, () => db.pool.query("select pg_sleep(0.1)")));
  expect([db.pool.idleCount, proxy.opened]).toEqual([4, 4]);

  proxy.failOver(database.url);
  await expect(ask()).rejects.toThrow("Query read timeout");
  expect((await ask()).rows).toEqual([{ one: 1 }]);
  expect(proxy.opened).toBe(5);
  expect(db.pool.totalCount).toBe(1);
});

it("has no connection left once it is closed, whatever asked it", async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.close());
  const [byPool, byKysely, unused] = [0, 1, 2].map(() => createDatabase(database.url));
  await byPool?.pool.query("select 1");
  await byKysely?.selectFrom("projects").select("id").execute();
  for (const db of [byPool, byKysely, unused]) {
    if (db) await closeDatabase(db);
    expect(db?.pool).toMatchObject({ ended: true, totalCount: 0 });
  }
});
