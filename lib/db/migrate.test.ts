import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mayRunBeside } from "@/lib/db/beside";
import { migrate } from "@/lib/db/migrate";
import { listMigrations } from "@/lib/db/migration-files";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database";
import { version } from "@/lib/kernel/version";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

const names = async () =>
  (await database.db.selectFrom("schema_migrations").select("name").orderBy("name").execute()).map(({ name }) => name);
const own = version.split(".").slice(0, 2).join(".");

describe("a database of a newer version", () => {
  const add = (name: string, beside: string | null) =>
    database.db.insertInto("schema_migrations").values({ name, beside }).execute();

  it("is left as it is where it allows copies of this version beside it", async () => {
    await add("9998_later.sql", own);
    await add("9999_later.sql", "0.0");
    expect(await migrate(database.url)).toEqual({ ran: [], newer: ["9998_later.sql", "9999_later.sql"] });
  });

  it.each([
    ["says nothing of older copies", null],
    ["wants copies of a later version beside it", "99.0"],
  ])("is refused if it %s", async (_, beside) => {
    await add("9998_later.sql", own);
    await add("9999_later.sql", beside);
    await expect(migrate(database.url)).rejects.toThrow(
      "it has 9998_later.sql, 9999_later.sql, which this one does not",
    );
  });

  it("is refused if it lacks what this version has: they have grown apart", async () => {
    const newest = (await names()).at(-1) as string;
    await database.db.deleteFrom("schema_migrations").where("name", "=", newest).execute();
    await add("9999_later.sql", own);
    await expect(migrate(database.url)).rejects.toThrow("newer Hookyard");
    expect(await names()).not.toContain(newest);
  });
});

describe("a database from before the baseline", () => {
  const become = async (...before: string[]) => {
    await database.db.deleteFrom("schema_migrations").where("name", "<", "0091").execute();
    for (const name of before) await database.db.insertInto("schema_migrations").values({ name }).execute();
  };

  it("is told by the files of today, and nothing is run", async () => {
    await become("0001_init.sql", "0089_references.sql", "0090_alert_rules.sql");
    expect(await migrate(database.url)).toEqual({ ran: [], newer: [] });
    expect(await names()).toEqual(await listMigrations());
  });

  it("gets the column by which versions allow older ones", async () => {
    await become("0001_init.sql", "0090_alert_rules.sql");
    await database.db.pool.query("alter table schema_migrations drop column beside");
    expect(await migrate(database.url)).toEqual({ ran: [], newer: [] });
    await database.db.selectFrom("schema_migrations").select("beside").execute();
  });

  it("is refused, and not touched, if it has not all of it", async () => {
    await become("0001_init.sql", "0089_references.sql");
    const before = await names();
    await expect(migrate(database.url)).rejects.toThrow("It was made before 0090_alert_rules.sql");
    expect(await names()).toEqual(before);
  });
});

it.each([
  ["0.1.0", "0.1", true],
  ["0.2.7", "0.1", true],
  ["0.10.0", "0.9", true],
  ["1.0.0", "0.9", true],
  ["0.1.9", "0.2", false],
  ["0.9.0", "0.10", false],
  ["0.9.0", "1.0", false],
])("lets %s run on what allows %s: %s", (program, beside, expected) => {
  expect(mayRunBeside([{ name: "9999_later.sql", beside }], program)).toBe(expected);
});
