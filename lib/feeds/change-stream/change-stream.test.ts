import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { FollowedShop } from "@/lib/feeds/change-stream/followed-shop.fixture";
import { listSourceRemains } from "@/lib/nouns/sources/remains";
import { until } from "@/lib/program/engines.fixture";

let shop: FollowedShop;

beforeAll(async () => {
  shop = await FollowedShop.open();
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.renew();
  await ask(
    "drop table if exists orders; create table orders (id int8 primary key, n int, total numeric, ok bool, doc jsonb, note text)",
  );
});
afterEach(() => shop.clear());

const TABLES = { tables: ["public.orders"] };
const ask = (text: string) => shop.ask(text);
const numbers = async () => (await shop.changes()).map((change) => change.new.n as number);
const insert = (n: number) => ask(`insert into orders (id, n) values (${n}, ${n})`);
const sorted = (values: number[]) => [...values].sort((a, b) => a - b);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

describe("a followed database", () => {
  it("makes an event of each insert, update and delete, its values as they are", async () => {
    await shop.source(TABLES);
    await shop.follow();
    const big = Array.from({ length: 3_000 }, () => Math.random().toString(36)).join("");
    await ask(`insert into orders values (9007199254740993, 1, 12.30, true, '{"a":[1]}', '${big}')`);
    await ask("update orders set n = 2");
    await ask("delete from orders");
    await until(() => shop.receiver.got.length === 3);
    const rows = await shop.events();
    expect(rows.map((row) => [row.source_id, row.event_type, row.status])).toEqual(
      ["insert", "update", "delete"].map((one) => [shop.sourceId, `public.orders.${one}`, "Success"]),
    );
    const [inserted, updated, deleted] = await shop.changes();
    const row = { id: "9007199254740993", total: "12.30", ok: true, doc: { a: [1] } };
    expect(inserted).toMatchObject({ operation: "insert", schema: "public", table: "orders", old: null });
    expect(inserted.new).toEqual({ ...row, n: 1, note: big });
    expect(updated).toMatchObject({ new: { ...row, n: 2 }, unchanged: ["note"] });
    expect(updated.new).not.toHaveProperty("note");
    expect(deleted).toMatchObject({ old: { id: "9007199254740993" }, new: null });
    expect(deleted.old).not.toHaveProperty("n");
    await until(async () => (await shop.health()).lag_unit === "bytes");
  });

  it("brings the rows that are there first, where a snapshot is asked for", async () => {
    await ask("insert into orders (id, n) select n, n from generate_series(0, 1299) n");
    await shop.source({ ...TABLES, snapshot: true, operations: ["insert"] });
    await shop.follow();
    await insert(1300);
    await ask("update orders set n = 9999 where id = 7");
    await insert(1301);
    await until(async () => (await numbers()).length >= 1302);
    expect(sorted(await numbers())).toEqual(upTo(1302));
    expect((await shop.changes()).filter((change) => change.operation === "snapshot")).toHaveLength(1300);
  });

  it("confirms only after the commit: what a crash prevents comes again", async () => {
    await shop.source(TABLES);
    const copy = await shop.startCopy();
    const lock = await shop.bench.database.db.pool.connect();
    await lock.query("begin");
    await lock.query("lock table events in share mode");
    await insert(0);
    await until(
      async () => (await lock.query("select 1 from pg_locks where not granted and locktype = 'relation'")).rowCount,
    );
    await copy.stop("SIGKILL");
    await lock.query("rollback");
    lock.release();
    await shop.follow();
    await insert(1);
    await until(async () => (await numbers()).includes(1));
    expect(await numbers()).toEqual([0, 1]);
  });

  it("makes no second event of a change whose confirmation a crash prevents", async () => {
    await shop.source(TABLES);
    const copy = await shop.startCopy();
    shop.gate.hold();
    await ask("begin; insert into orders (id, n) values (0, 0); insert into orders (id, n) values (1, 1); commit");
    await until(async () => (await numbers()).length === 2);
    await copy.stop("SIGKILL");
    shop.gate.release();
    // The keys tell it even where the saved position is lost.
    await shop.bench.database.db.deleteFrom("source_positions").execute();
    await shop.follow();
    await insert(2);
    await until(async () => (await numbers()).includes(2));
    expect(await numbers()).toEqual([0, 1, 2]);
    expect((await shop.events()).some((event) => event.is_duplicate_event)).toBe(false);
  });

  it("stops on a signal with nothing in hand, and goes on where it was", async () => {
    await shop.source(TABLES);
    const copy = await shop.startCopy();
    await ask("do $$ begin for n in 0..1499 loop insert into orders (id, n) values (n, n); commit; end loop; end $$");
    await until(async () => (await numbers()).length > 20);
    await copy.stop("SIGTERM");
    const before = await numbers();
    expect(new Set(before).size).toBe(before.length);
    await shop.follow();
    await until(async () => (await numbers()).length >= 1500);
    expect(sorted(await numbers())).toEqual(upTo(1500));
  });

  it("connects again when the connection is lost, and tells so", async () => {
    await shop.source(TABLES);
    await shop.follow();
    shop.gate.cut();
    await insert(0);
    await until(async () => (await numbers()).length === 1);
    expect((await shop.health()).last_error).toContain(`127.0.0.1:${shop.gate.port}`);
  });

  it("follows over TLS", async () => {
    await shop.server.restartWithTls();
    await shop.source({ ...TABLES, ssl: "require" });
    await shop.follow();
    await insert(0);
    await until(async () => (await numbers()).length === 1);
    const { rows } = await ask("select ssl from pg_stat_ssl join pg_stat_replication using (pid)");
    expect(rows).toEqual([{ ssl: true }]);
  });

  it("drops slot and publication with its source, and where it cannot, says why until it can", async () => {
    await shop.source(TABLES);
    await shop.follow();
    await shop.server.stop();
    await shop.delete();
    const remains = () => listSourceRemains(shop.bench.context(shop.projectId));
    await until(async () => (await remains())[0]?.last_error);
    const [first] = await remains();
    expect(first?.last_error).toContain(`127.0.0.1:${shop.gate.port}`);
    expect(first).toMatchObject({ source_id: shop.sourceId, slot: shop.slot(), database: "postgres" });
    await shop.server.start();
    await until(async () => (await shop.slots()).length === 0);
    await until(async () => (await ask("select 1 from pg_publication")).rowCount === 0);
    await until(async () => (await remains()).length === 0);
  });

  it("tells that changes may be missing when its slot was dropped by somebody else", async () => {
    await shop.source(TABLES);
    await shop.follow();
    await insert(0);
    await until(async () => (await numbers()).length === 1);
    await shop.stop();
    await ask(`select pg_drop_replication_slot('${shop.slot()}')`);
    await shop.follow();
    expect((await shop.health()).last_error).toMatch(/was gone and is made anew: changes in between may be missing/);
    await insert(1);
    await until(async () => (await numbers()).length === 2);
  });

  it("is read by one copy of many", async () => {
    await shop.source(TABLES);
    await shop.follow();
    const other = await shop.bench.start("worker");
    const copy = await shop.startCopy();
    await ask("insert into orders (id, n) select n, n from generate_series(0, 99) n");
    await until(async () => (await numbers()).length >= 100);
    const [slot] = await shop.slots();
    await shop.stop();
    // Another takes it over, at the place that the first one left.
    await insert(100);
    await until(async () => (await numbers()).includes(100));
    expect((await shop.slots())[0]?.active_pid).not.toBe(slot?.active_pid);
    expect(await shop.slots()).toHaveLength(1);
    await copy.stop("SIGTERM");
    await other.stop();
    expect(await numbers()).toEqual(upTo(101));
  });

  it("goes by other settings at once", async () => {
    await ask("create table if not exists notes (id int primary key, n int); truncate notes");
    await shop.source({ ...TABLES, operations: ["insert"] });
    await shop.follow();
    await insert(0);
    await until(async () => (await numbers()).length === 1);
    const pid = (await shop.slots())[0]?.active_pid;
    await shop.change({ tables: ["public.notes"], operations: ["insert", "update"] });
    await until(async () => ![pid, null].includes((await shop.slots())[0]?.active_pid ?? null));
    await shop.connected();
    await insert(1);
    await ask("insert into notes values (1, 7); update notes set n = 8");
    await until(async () => (await numbers()).includes(8));
    expect(await numbers()).toEqual([0, 7, 8]);
  });

  it("takes transactions that are larger than its memory for them, whatever their rows' size", async () => {
    await shop.source({ ...TABLES, operations: ["insert"] });
    await shop.follow();
    await ask("insert into orders (id, n, note) select n, n, repeat('x', 300000) from generate_series(0, 99) n");
    await ask("insert into orders (id, n) select n, n from generate_series(100, 6099) n");
    await until(async () => (await shop.events()).length >= 6_100);
    expect(sorted(await numbers())).toEqual(upTo(6_100));
  });

  it("keeps what is too large or does not fit as a failed event, and goes on", async () => {
    await shop.source(TABLES);
    await shop.follow();
    await ask("insert into orders (id, n, note) values (0, 0, repeat('x', 1100000))");
    await insert(1);
    await until(async () => (await shop.events()).length === 2);
    const [large, small] = await shop.events();
    expect(large).toMatchObject({
      status: "Failure",
      status_reason: expect.stringMatching(/this project takes at most/),
    });
    expect(small).toMatchObject({ status: "Success" });
    await expect
      .poll(async () => (await shop.health()).last_error)
      .toMatch(/An event of type public.orders.insert was refused/);
  });
});
