import { setTimeout as pause } from "node:timers/promises";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { createDatabase, type Database } from "@/lib/db/client";
import { LookOut } from "@/lib/db/look-out";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await test.db.pool.query("create table due_here (at timestamptz); create table due_there (at timestamptz)");
});
afterAll(() => test.close());

const warned: string[] = [];
const log = pino(
  { level: "warn" },
  { write: (line: string) => void warned.push((JSON.parse(line) as { msg: string }).msg) },
);

let lookOut: LookOut;
afterEach(async () => {
  await lookOut.stop();
  warned.length = 0;
});

const shardOf = (id: string, table: string) => ({ id, nameOf: () => table });
const serverOf = (address: string, db: Database, shards: readonly ReturnType<typeof shardOf>[]) =>
  ({ address, databases: { work: db }, shards }) as never;

const untilSo = (is: () => boolean) => expect.poll(is, { timeout: 10_000 }).toBe(true);
const IS_DUE = (nameOf: (table: string) => string) => `exists (select from ${nameOf("due")} where at <= now())`;
const put = (table: string) => test.db.pool.query(`insert into ${table} values (now())`);
const clear = (table: string) => test.db.pool.query(`delete from ${table}`);

it("tells those alone whose condition holds in their shard, for as long as it does", async () => {
  const [here, there] = [shardOf("1", "due_here"), shardOf("2", "due_there")];
  lookOut = new LookOut({ servers: () => [serverOf("a", test.db, [here, there])], log });
  const told: string[] = [];
  lookOut.watchFor(here, IS_DUE, () => told.push("here"));
  lookOut.watchFor(
    here,
    () => "false",
    () => told.push("never"),
  );
  lookOut.watchFor(there, IS_DUE, () => told.push("there"));
  await put("due_there");
  lookOut.start();
  await untilSo(() => told.length >= 2);
  await clear("due_there");
  await put("due_here");
  await untilSo(() => told.includes("here"));
  expect(told.slice(told.indexOf("here"))).not.toContain("there");
  expect(told).not.toContain("never");
  await clear("due_here");
});

it("asks a server for all of its shards at once, and again for those that it has later", async () => {
  const shards = [shardOf("1", "due_here")];
  const asked: string[] = [];
  test.db.pool.on("acquire", () => asked.push("once"));
  lookOut = new LookOut({ servers: () => [serverOf("a", test.db, shards)], log });
  const told: string[] = [];
  for (const id of ["1", "2"])
    lookOut.watchFor(
      { id },
      () => "true",
      () => told.push(id),
    );
  lookOut.start();
  await untilSo(() => told.length > 0);
  expect(told).toEqual(["1"]);
  shards.push(shardOf("2", "due_there"));
  await untilSo(() => told.includes("2"));
  expect(asked.length).toBe(told.filter((id) => id === "1").length);
});

it("looks at the others while a server does not answer, says so once, and tells all once it is back", async () => {
  const url = new URL(test.url);
  url.port = "1";
  const away = createDatabase(url.href);
  let db = away;
  const servers = () => [
    serverOf("a", test.db, [shardOf("1", "due_here")]),
    serverOf("b", db, [shardOf("2", "due_there")]),
  ];
  lookOut = new LookOut({ servers, log });
  const told: string[] = [];
  lookOut.watchFor(
    { id: "1" },
    () => "true",
    () => told.push("well"),
  );
  lookOut.watchFor({ id: "2" }, IS_DUE, () => told.push("back"));
  lookOut.start();
  await untilSo(() => told.filter((who) => who === "well").length >= 3);
  expect(warned).toEqual(["it could not be seen whether there is something to do; trying again"]);
  expect(told).not.toContain("back");
  db = test.db;
  await untilSo(() => told.includes("back"));
  await pause(1_500);
  expect(told.filter((who) => who === "back")).toEqual(["back"]);
  await away.destroy();
});

it("is not troubled by a shard that has just left its server", async () => {
  let table = "due_nowhere";
  const shard = { id: "1", nameOf: () => table };
  lookOut = new LookOut({ servers: () => [serverOf("a", test.db, [shard])], log });
  let told = 0;
  lookOut.watchFor(shard, IS_DUE, () => (told += 1));
  lookOut.start();
  await pause(1_500);
  expect(told).toBe(0);
  table = "due_here";
  await untilSo(() => told > 0);
  expect(warned).toEqual([]);
});
