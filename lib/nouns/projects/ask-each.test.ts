import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase, type Database } from "@/lib/db/client";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database";
import { askEach } from "@/lib/nouns/projects/ask-each";

let here: TestDatabase;
let away: Database;
beforeAll(async () => {
  here = await createTestDatabase();
  away = createDatabase("postgres://nobody@127.0.0.1:1/none");
});
afterAll(async () => {
  await away.destroy();
  await here.close();
});

const numbers = async (db: Database) =>
  (await db.pool.query<{ n: number }>("select * from generate_series(1, 2) n")).rows.map(({ n }) => n);

describe("asking all databases", () => {
  it("puts together what each has", async () => {
    const answer = await askEach([here.db, here.db], numbers, { mayMiss: false });
    expect(answer).toEqual({ rows: [1, 2, 1, 2], isPartial: false });
  });

  it("fails where one is away, or leaves it out and says so", async () => {
    await expect(askEach([here.db, away], numbers, { mayMiss: false })).rejects.toThrow("ECONNREFUSED");
    expect(await askEach([here.db, away], numbers, { mayMiss: true })).toEqual({ rows: [1, 2], isPartial: true });
  });

  it("leaves out one that hangs", async () => {
    const hang = (db: Database) => (db === away ? new Promise<number[]>(() => {}) : numbers(db));
    const answer = await askEach([here.db, away], hang, { mayMiss: true, patienceMs: 50 });
    expect(answer).toEqual({ rows: [1, 2], isPartial: true });
  });

  it("fails where all are away, where the only one is, and where one has a fault", async () => {
    await expect(askEach([away, away], numbers, { mayMiss: true })).rejects.toThrow("ECONNREFUSED");
    await expect(askEach([away], numbers, { mayMiss: true })).rejects.toThrow("ECONNREFUSED");
    const wrong = (db: Database) => (db === away ? numbers(db) : Promise.reject(new Error("a fault")));
    await expect(askEach([here.db, away], wrong, { mayMiss: true })).rejects.toThrow("a fault");
  });
});
