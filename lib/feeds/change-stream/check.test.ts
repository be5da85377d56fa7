import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createAddressGuard } from "@/lib/egress/address-guard";
import { checkChangeStream } from "@/lib/feeds/change-stream/check";
import { PostgresServer } from "@/lib/feeds/change-stream/postgres-server.fixture";
import { newId } from "@/lib/kernel/ids";
import { slotNameOf } from "@/lib/nouns/sources/db-change-stream";
import { DbChangeStream } from "@/lib/nouns/sources/db-change-stream-schemas";

let shop: PostgresServer;
const guard = createAddressGuard("127.0.0.0/8");
const TABLES = { tables: ["public.orders"] };

beforeAll(async () => {
  shop = await PostgresServer.open();
  await shop.ask(`
    create table orders (id int primary key, note text);
    create table logs (line text);
    create view seen as select 1;
    create unlogged table scratch (id int primary key);
    create table parts (id int, at date) partition by range (at);
    create table parts_1 partition of parts for values from ('2000-01-01') to ('2100-01-01');
    create role powerless login password 'p';
    create role guest login replication password 'p';
    create role owner_too login replication password 'p';
    grant create on database postgres to owner_too;
    create publication all_orders for table orders;`);
});
afterAll(() => shop.close());
beforeEach(() => shop.ask("alter table orders disable row level security"));

const walk = (more: object, sourceId: string | null = null, by = guard) =>
  checkChangeStream(DbChangeStream.parse({ ...shop.login, ssl: "disable", ...TABLES, ...more }), by, sourceId);
const last = async (more: object, sourceId: string | null = null, by = guard) =>
  (await walk(more, sourceId, by)).at(-1) as { step: string; ok: boolean; message: string };
const named = (publication: string) => ({ tables: [], publication });

describe("the test of a followed database", () => {
  it("walks from the name to the rights, and changes nothing", async () => {
    const checks = await walk({});
    expect(checks.map(({ step, ok }) => `${step} ${ok}`)).toEqual(
      ["address", "connection", "login", "resource", "rights"].map((step) => `${step} true`),
    );
    expect(await last(named("all_orders"))).toMatchObject({ step: "rights", ok: true });
    const { rows } = await shop.ask(
      "select (select count(*) from pg_replication_slots)::int as slots, (select count(*) from pg_publication)::int as publications",
    );
    expect(rows).toEqual([{ slots: 0, publications: 1 }]);
  });

  const guest = { user: "guest", password: "p" };
  const wrong: [string, object, { step: string; says: RegExp }][] = [
    ["a name without an address", { host: "no-such-host.invalid" }, { step: "address", says: /no-such-host/ }],
    ["nobody listening", { port: 1 }, { step: "connection", says: /^Connection refused by 127.0.0.1:1/ }],
    ["a server without TLS", { ssl: "verify-full" }, { step: "tls", says: /does not speak TLS: choose ssl disable/ }],
    ["a missing database", { database: "nowhere" }, { step: "login", says: /^The database nowhere does not exist/ }],
    [
      "a wrong password",
      { password: "x" },
      { step: "login", says: /^hookyard was not let in: password authentication/ },
    ],
    ["no password", { password: "" }, { step: "login", says: /^hookyard was not let in/ }],
    ["nobody of that name", { user: "nobody" }, { step: "login", says: /^nobody was not let in/ }],
    ["a missing table", { tables: ["public.x"] }, { step: "resource", says: /^The table public.x does not exist/ }],
    ["a view", { tables: ["public.seen"] }, { step: "resource", says: /^public.seen is no table/ }],
    [
      "a table without log",
      { tables: ["public.scratch"] },
      { step: "resource", says: /^public.scratch is not logged/ },
    ],
    ["a table without key", { tables: ["public.logs"] }, { step: "resource", says: /^public.logs has no primary key/ }],
    ["partitions without key", { tables: ["public.parts"] }, { step: "resource", says: /no primary key/ }],
    ["a missing publication", named("absent"), { step: "resource", says: /^The publication absent does not exist/ }],
    [
      "a role that may not replicate",
      { user: "powerless", password: "p" },
      { step: "rights", says: /^powerless may not replicate: ALTER ROLE powerless REPLICATION\.$/ },
    ],
    ["a role that may not publish", guest, { step: "rights", says: /^guest may not make a publication/ }],
    [
      "a role that owns no table",
      { ...guest, user: "owner_too" },
      { step: "rights", says: /^owner_too does not own public.orders/ },
    ],
    [
      "a snapshot that may not be read",
      { ...guest, ...named("all_orders"), snapshot: true },
      { step: "rights", says: /^guest may not read public.orders, which the snapshot needs/ },
    ],
  ];
  it.each(wrong)("tells of %s", async (_name, settings, { step, says }) => {
    const found = await last(settings);
    expect(found).toMatchObject({ step, ok: false });
    expect(found.message).toMatch(says);
  });

  it("lets a role of few rights follow a publication, and a table without key by its inserts", async () => {
    expect(await last({ ...guest, ...named("all_orders") })).toMatchObject({ step: "rights", ok: true });
    expect(await last({ tables: ["public.logs"], operations: ["insert", "truncate"] })).toMatchObject({ ok: true });
  });

  it("tells of rows that a snapshot would not see", async () => {
    await shop.ask("grant select on orders to guest; alter table orders enable row level security");
    const settings = { ...guest, ...named("all_orders") };
    expect(await last(settings)).toMatchObject({ ok: true });
    expect((await last({ ...settings, snapshot: true })).message).toMatch(/^public.orders has row-level security/);
  });

  it("calls no private address that is not allowed", async () => {
    expect(await last({}, null, createAddressGuard(""))).toMatchObject({ step: "address", ok: false });
    expect(await last({ host: "localhost" }, null, createAddressGuard(""))).toMatchObject({
      step: "address",
      ok: false,
    });
  });

  it("tells when the server has no slot left, but not of the source's own", async () => {
    const sourceId = newId();
    const names = [slotNameOf(sourceId), "a", "b", "c"];
    for (const name of names) await shop.ask(`select pg_create_logical_replication_slot('${name}', 'pgoutput')`);
    expect(await last({})).toMatchObject({ step: "rights", ok: false });
    expect((await last({})).message).toMatch(/^All 4 replication slots of the server are taken/);
    expect(await last({}, sourceId)).toMatchObject({ step: "rights", ok: true });
    for (const name of names) await shop.ask(`select pg_drop_replication_slot('${name}')`);
  });

  it("tells of a server that keeps too little, or lets nobody replicate", async () => {
    await shop.restart({ wal_level: "replica" });
    expect((await last({})).message).toMatch(/^The server's wal_level is replica: set it to logical and restart/);
    await shop.restart({ max_wal_senders: 0 });
    expect((await last({})).message).toMatch(/max_wal_senders/);
  });

  it("holds a certificate against the name, unless it is told not to", async () => {
    await shop.restartWithTls();
    const strict = await last({ ssl: "verify-full" });
    expect(strict).toMatchObject({ step: "tls", ok: false });
    expect(strict.message).toMatch(/^No secure connection: .*certificate/);
    const encrypted = await walk({ ssl: "require" });
    expect(encrypted.map(({ step, ok }) => `${step} ${ok}`)).toEqual(
      ["address", "connection", "tls", "login", "resource", "rights"].map((step) => `${step} true`),
    );
  });
});
