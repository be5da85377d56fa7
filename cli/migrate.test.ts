import { readdir } from "node:fs/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { migrateDatabase } from "@/cli/migrate";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database";
import { readEnv } from "@/lib/kernel/env";
import { newId } from "@/lib/kernel/ids";

let database: TestDatabase;
let empty: { name: string; url: string };
beforeEach(async () => {
  database = await createTestDatabase();
  const name = `t_${newId().replaceAll("-", "")}`;
  const url = new URL(database.url);
  url.pathname = `/${name}`;
  empty = { name, url: url.toString() };
  await database.db.pool.query(`create database ${name} template template0`);
});
afterEach(async () => {
  await database.db.pool.query(`drop database ${empty.name} with (force)`);
  await database.close();
});

const migrateAt = (DATABASE_URL: string) => migrateDatabase(readEnv({ DATABASE_URL }), true);
const UP_TO_DATE = "The database is up to date.";

it("says which migrations ran, and that none did the next time", async () => {
  const files = (await readdir("lib/db/migrations")).filter((file) => file.endsWith(".sql")).sort();
  const told = await migrateAt(empty.url);
  expect(told.split("\n")).toEqual([...files.map((file) => `Applied ${file}`), UP_TO_DATE]);
  expect(await migrateAt(empty.url)).toBe(UP_TO_DATE);
});

it("runs each once if several begin together", async () => {
  const told = await Promise.all([migrateAt(empty.url), migrateAt(empty.url), migrateAt(empty.url)]);
  expect(told.filter((lines) => lines === UP_TO_DATE)).toHaveLength(2);
});

it("refuses the database of a newer version", async () => {
  await database.db.pool.query("insert into schema_migrations (name) values ('9999_later.sql')");
  await expect(migrateAt(database.url)).rejects.toThrow(
    "The database could not be brought up to date: The database is of a newer Hookyard: it has 9999_later.sql",
  );
});
