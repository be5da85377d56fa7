import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { FollowedShop } from "@/lib/feeds/change-stream/followed-shop.fixture";
import { until } from "@/lib/program/engines.fixture";

let shop: FollowedShop;

beforeAll(async () => {
  shop = await FollowedShop.open();
});
afterAll(() => shop.close());
beforeEach(() => shop.renew());
afterEach(async () => {
  await shop.clear();
  await shop.ask("drop schema public cascade; create schema public; drop publication if exists chosen");
});

const arrived = (count: number) => until(async () => (await shop.events()).length >= count);
/** Long, and not to be compressed: it is stored apart from its row. */
const LARGE = Array.from({ length: 3_000 }, (_, n) => (n * 2654435761).toString(36)).join("");

const KINDS = `id int8 primary key, small int2, half float4, real float8, zero float8, odd float8, exact numeric, ok bool, raw bytea,
  at timestamptz, day date, span interval, doc jsonb, old json, list int[], words text[], code char(4), "q""é" text,
  uid uuid, mark text, none text`;
const VALUES = `9007199254740993, -3, 0.5, 0.1, '-0', 'NaN', 12345678901234567890.120, true, '\\x00ff'::bytea,
  '2027-01-31 12:00:00+02', '2027-01-31', '1 day 2 hours', '{"n":9007199254740993}', '{"a" : 1}', '{1,2}', '{a,NULL}', 'ab',
  'ü', '01975f2b-41b9-7e0f-b6a4-0d9f5e7c1a03', '\ufeffx', null`;
const ROW = {
  id: "9007199254740993",
  small: -3,
  half: 0.5,
  real: 0.1,
  zero: -0,
  odd: "NaN",
  exact: "12345678901234567890.120",
  ok: true,
  raw: "\\x00ff",
  at: "2027-01-31 10:00:00+00",
  day: "2027-01-31",
  span: "P1DT2H",
  old: { a: 1 },
  list: "{1,2}",
  words: "{a,NULL}",
  code: "ab  ",
  'q"é': "ü",
  uid: "01975f2b-41b9-7e0f-b6a4-0d9f5e7c1a03",
  mark: "\ufeffx",
  none: null,
};

describe("values of a followed database", () => {
  it("are the same in a snapshot and in a change, and lose nothing", async () => {
    await shop.ask(`create table kinds (${KINDS}); insert into kinds values (${VALUES})`);
    await shop.ask("alter role hookyard set datestyle = 'German'; alter role hookyard set bytea_output = 'escape'");
    await shop.source({ tables: ["public.kinds"], snapshot: true });
    await shop.follow();
    await arrived(1);
    await shop.ask(`delete from kinds; insert into kinds values (${VALUES})`);
    await arrived(3);
    const [before, , after] = await shop.changes();
    expect(before).toMatchObject({
      operation: "snapshot",
      schema: "public",
      table: "kinds",
      old: null,
      committed_at: null,
    });
    expect(before.new).toMatchObject(ROW);
    expect(after.new).toEqual(before.new);
    expect((await shop.events())[2]?.payload.toString()).toContain('"doc":{"n": 9007199254740993}');
    await shop.ask("alter role hookyard reset all");
  });

  it("tell of the old row what the table's replica identity says, and of large values that they are unchanged", async () => {
    await shop.ask(
      "create table notes (id int primary key, text text, n int); alter table notes alter text set storage external",
    );
    await shop.ask("create table logs (line text, n int); alter table logs alter line set storage external");
    await shop.ask("alter table logs replica identity full");
    await shop.source({ tables: ["public.notes", "public.logs"] });
    await shop.follow();
    for (const table of ["notes (id, text, n) values (1,", "logs (line, n) values ("]) {
      await shop.ask(`insert into ${table} '${LARGE}', 1)`);
    }
    await shop.ask("update notes set n = 2");
    await shop.ask("update notes set id = 2");
    await shop.ask("delete from notes");
    await shop.ask("update logs set n = 2");
    await shop.ask("delete from logs");
    await arrived(7);
    const [, , updated, rekeyed, deleted, whole, gone] = await shop.changes();
    expect(updated).toMatchObject({ new: { id: 1, n: 2 }, old: null, unchanged: ["text"] });
    expect(updated.new).not.toHaveProperty("text");
    expect(rekeyed).toMatchObject({ new: { id: 2, n: 2 }, old: { id: 1 } });
    expect(rekeyed.old).toEqual({ id: 1 });
    expect(deleted).toMatchObject({ new: null, old: { id: 2 }, unchanged: [] });
    expect(deleted.old).toEqual({ id: 2 });
    expect(whole).toMatchObject({ new: { line: LARGE, n: 2 }, old: { line: LARGE, n: 1 }, unchanged: [] });
    expect(gone).toMatchObject({ new: null, old: { line: LARGE, n: 2 } });
  });

  it("go with a truncate of several tables, which is an event of each", async () => {
    await shop.ask("create table a (id int primary key); create table b (id int primary key references a)");
    await shop.source({ tables: ["public.a", "public.b"] });
    await shop.follow();
    await shop.ask("insert into a values (1); truncate a, b");
    await arrived(3);
    const types = (await shop.events()).map((event) => event.event_type);
    expect(types).toEqual(["public.a.insert", "public.a.truncate", "public.b.truncate"]);
    expect((await shop.changes())[1]).toMatchObject({ operation: "truncate", new: null, old: null });
  });

  it("are those that a publication publishes, in its snapshot too", async () => {
    await shop.ask("create table people (id int primary key, name text, secret text)");
    await shop.ask("insert into people values (1, 'Ada', 's'), (2, 'Bob', 's'), (3, 'Eve', 's')");
    await shop.ask("create publication chosen for table people (id, name) where (id < 3)");
    await shop.source({ publication: "chosen", snapshot: true });
    await shop.follow();
    await arrived(2);
    await shop.ask("insert into people values (4, 'Kim', 's'), (0, 'Zoe', 's')");
    await arrived(3);
    expect((await shop.changes()).map((change) => change.new)).toEqual([
      { id: 1, name: "Ada" },
      { id: 2, name: "Bob" },
      { id: 0, name: "Zoe" },
    ]);
  });

  it("of partitions are their table's", async () => {
    await shop.ask("create table days (id int, at date, primary key (id, at)) partition by range (at)");
    await shop.ask("create table days_1 partition of days for values from ('2000-01-01') to ('2100-01-01')");
    await shop.ask("insert into days values (1, '2027-01-01')");
    await shop.source({ tables: ["public.days"], snapshot: true });
    await shop.follow();
    await arrived(1);
    await shop.ask("insert into days values (2, '2027-01-01')");
    await arrived(2);
    expect((await shop.events()).map((event) => event.event_type)).toEqual([
      "public.days.snapshot",
      "public.days.insert",
    ]);
  });

  it("that change while nobody reads come after a snapshot without rows", async () => {
    await shop.ask("create table empty (id int primary key)");
    await shop.source({ tables: ["public.empty"], snapshot: true });
    await shop.follow();
    await shop.stop();
    await shop.ask("insert into empty values (1); delete from empty");
    await shop.follow();
    await arrived(2);
    expect((await shop.changes()).map((change) => change.operation)).toEqual(["insert", "delete"]);
  });
});
