import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Gate } from "@/lib/brokers/conformance/gate.fixture";
import { start } from "@/lib/brokers/conformance/server.fixture";
import { PostgresServer } from "@/lib/change-stream/postgres-server.fixture";
import { } from "@/lib/change-stream/slot";
import { slotNameOf } from "@/lib/sources/db-change-stream";
import type { Engines } from "@/lib/engines";
import { EngineBench, Receiver, until } from "@/lib/engines.fixture";
import { newId } from "@/lib/ids";
import { testBox } from "@/lib/runtime.fixture";
import { DbChangeStream } from "@/lib/sources/db-change-stream-schemas";
import { readSourceHealth } from "@/lib/sources/health";

let bench: EngineBench;
let shop: PostgresServer;
let gate: Gate;
let projectId: string;
let sourceId: string;
let engines: Engines | null = null;
let receiver: Receiver;

beforeAll(async () => {
  [bench, shop] = await Promise.all([EngineBench.open(), PostgresServer.open()]);
  gate = await new Gate(shop.port).open();
});
afterAll(async () => {
  await gate.close();
  await bench.close();
  await shop.close();
});
beforeEach(async () => {
  projectId = await bench.project("outgoing");
  receiver = await new Receiver().open();
  await bench.subscribe(projectId, await bench.endpoint(projectId, receiver.url));
  await ask(
    "drop table if exists orders; create table orders (id int8 primary key, n int, total numeric, ok bool, doc jsonb, note text)",
  );
});
afterEach(async () => {
  await bench.database.db.updateTable("sources").set({ deleted_at: new Date() }).execute();
  engines ??= await bench.start("worker");
  await until(async () => (await slots()).length === 0);
  await engines.stop();
  engines = null;
  receiver.close();
});

const ask = (text: string) => shop.ask(text);
const slots = async () => (await ask("select slot_name from pg_replication_slots")).rows.map((row) => row.slot_name);
const TABLES = { tables: ["public.orders"] };

const settingsOf = (more: object) => DbChangeStream.parse({ ...shop.login, port: gate.port, ssl: "disable", ...more });

async function source(more: object = TABLES): Promise<void> {
  sourceId = newId();
  const db_change_stream = testBox.seal(JSON.stringify(settingsOf(more)));
  const row = { project_id: projectId, id: sourceId, mask_id: sourceId, name: "shop", type: "db_change_stream" };
  await bench.database.db
    .insertInto("sources")
    .values({ ...row, db_change_stream })
    .execute();
}

const health = () => readSourceHealth(bench.context(projectId), sourceId);
const connected = () => until(async () => (await health()).state === "connected");
const events = () =>
  bench.database.db.selectFrom("events").selectAll().where("project_id", "=", projectId).orderBy("id").execute();
const changes = async () => (await events()).map((event) => JSON.parse(event.payload.toString()));
const numbers = async () => (await changes()).map((change) => change.new.n as number);
const insert = (n: number) => ask(`insert into orders (id, n) values (${n}, ${n})`);
const sorted = (values: number[]) => [...values].sort((a, b) => a - b);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

/** A process of its own, which can be killed. */
async function startCopy() {
  const script = path.join(process.cwd(), "lib/brokers/conformance/copy.process.ts");
  const copy = start(process.execPath, ["--import", "tsx", script, bench.database.url], { cwd: process.cwd() });
  await until(() => {
    if (copy.hasExited()) throw new Error(copy.output());
    return copy.output().includes("ready");
  });
  await connected();
  return copy;
}

async function consume(): Promise<void> {
  engines = await bench.start("worker");
  await connected();
}

describe("a followed database", () => {
  it("makes an event of each insert, update and delete, its values as they are", async () => {
    await source();
    await consume();
    const big = Array.from({ length: 3_000 }, () => Math.random().toString(36)).join("");
    await ask(`insert into orders values (9007199254740993, 1, 12.30, true, '{"a":[1]}', '${big}')`);
    await ask("update orders set n = 2");
    await ask("delete from orders");
    await until(() => receiver.got.length === 3);
    const rows = await events();
    expect(rows.map((row) => [row.source_id, row.event_type, row.status])).toEqual(
      ["insert", "update", "delete"].map((one) => [sourceId, `public.orders.${one}`, "Success"]),
    );
    const [inserted, updated, deleted] = await changes();
    const row = { id: "9007199254740993", total: "12.30", ok: true, doc: { a: [1] } };
    expect(inserted).toMatchObject({ operation: "insert", schema: "public", table: "orders", old: null });
    expect(inserted.new).toEqual({ ...row, n: 1, note: big });
    expect(updated).toMatchObject({ new: { ...row, n: 2 }, unchanged: ["note"] });
    expect(updated.new).not.toHaveProperty("note");
    expect(deleted).toMatchObject({ old: { id: "9007199254740993" }, new: null });
    expect(deleted.old).not.toHaveProperty("n");
    await until(async () => (await health()).lag_unit === "bytes");
  });

  it("brings the rows that are there first, where a snapshot is asked for", async () => {
    await ask("insert into orders (id, n) select n, n from generate_series(0, 1299) n");
    await source({ ...TABLES, snapshot: true, operations: ["insert"] });
    await consume();
    await insert(1300);
    await ask("update orders set n = 9999 where id = 7");
    await insert(1301);
    await until(async () => (await numbers()).length >= 1302);
    expect(sorted(await numbers())).toEqual(upTo(1302));
    expect((await changes()).filter((change) => change.operation === "snapshot")).toHaveLength(1300);
  });

  it("confirms only after the commit: what a crash prevents comes again", async () => {
    await source();
    const copy = await startCopy();
    const lock = await bench.database.db.pool.connect();
    await lock.query("begin");
    await lock.query("lock table events in share mode");
    await insert(0);
    await until(
      async () => (await lock.query("select 1 from pg_locks where not granted and locktype = 'relation'")).rowCount,
    );
    await copy.stop("SIGKILL");
    await lock.query("rollback");
    lock.release();
    await consume();
    await insert(1);
    await until(async () => (await numbers()).includes(1));
    expect(await numbers()).toEqual([0, 1]);
  });

  it("makes no second event of a change whose confirmation a crash prevents", async () => {
    await source();
    const copy = await startCopy();
    gate.hold();
    await ask("begin; insert into orders (id, n) values (0, 0); insert into orders (id, n) values (1, 1); commit");
    await until(async () => (await numbers()).length === 2);
    await copy.stop("SIGKILL");
    gate.release();
    // The keys tell it even where the saved position is lost.
    await bench.database.db.deleteFrom("source_positions").execute();
    await consume();
    await insert(2);
    await until(async () => (await numbers()).includes(2));
    expect(await numbers()).toEqual([0, 1, 2]);
    expect((await events()).some((event) => event.is_duplicate_event)).toBe(false);
  });

  it("stops on a signal with nothing in hand, and goes on where it was", async () => {
    await source();
    const copy = await startCopy();
    await ask("do $$ begin for n in 0..1499 loop insert into orders (id, n) values (n, n); commit; end loop; end $$");
    await until(async () => (await numbers()).length > 20);
    await copy.stop("SIGTERM");
    const before = await numbers();
    expect(new Set(before).size).toBe(before.length);
    await consume();
    await until(async () => (await numbers()).length >= 1500);
    expect(sorted(await numbers())).toEqual(upTo(1500));
  });

  it("connects again when the connection is lost, and tells so", async () => {
    await source();
    await consume();
    gate.cut();
    await insert(0);
    await until(async () => (await numbers()).length === 1);
    expect((await health()).last_error).not.toBeNull();
  });

  it("drops slot and publication with its source, as soon as it can", async () => {
    await source();
    await consume();
    gate.hold();
    await bench.database.db.updateTable("sources").set({ deleted_at: new Date() }).where("id", "=", sourceId).execute();
    const left = () => ask(`select 1 from pg_replication_slots where slot_name = '${slotNameOf(sourceId)}'`);
    expect((await left()).rowCount).toBe(1);
    gate.release();
    await until(async () => (await left()).rowCount === 0);
    await until(
      async () => (await ask(`select 1 from pg_publication where pubname = '${slotNameOf(sourceId)}'`)).rowCount === 0,
    );
  });

  it("tells that changes may be missing when its slot was dropped by somebody else", async () => {
    await source();
    await consume();
    await insert(0);
    await until(async () => (await numbers()).length === 1);
    await engines?.stop();
    await ask(`select pg_drop_replication_slot('${slotNameOf(sourceId)}')`);
    await consume();
    expect((await health()).last_error).toMatch(/was gone and is made anew: changes in between may be missing/);
    await insert(1);
    await until(async () => (await numbers()).length === 2);
  });
});

