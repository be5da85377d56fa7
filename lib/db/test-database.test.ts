import { afterAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database";

const made: TestDatabase[] = [];
afterAll(() => Promise.all(made.map((database) => database.close())));

it("gives each caller a migrated database that no other caller sees", async () => {
  const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  made.push(one, two);
  await one.db.pool.query("create table mine (id int)");
  const seen = await two.db.pool.query("select to_regclass('mine') as mine, to_regclass('projects') as projects");
  expect(seen.rows).toEqual([{ mine: null, projects: "projects" }]);
});
