import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { closeDatabase, createDatabase } from "@/lib/db/client";
import { DatabaseProxy } from "@/lib/db/database-proxy.fixture";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database";
import { createAddressGuard } from "@/lib/egress/address-guard";
import { createSender, type Sender } from "@/lib/egress/send";
import { newId } from "@/lib/kernel/ids";
import { INSTALLATION } from "@/lib/kernel/installation";
import type { AlertRuleKind } from "@/lib/kernel/vocabulary";
import { EngineBench, Receiver, until } from "@/lib/program/engines.fixture";
import { testBox } from "@/lib/program/runtime.fixture";
import { DatabaseAway } from "@/lib/upkeep/database-away";

let database: TestDatabase;
let receiver: Receiver;
let sender: Sender;
beforeAll(async () => {
  database = await createTestDatabase();
  sender = createSender({ guard: createAddressGuard("127.0.0.0/8") });
});
afterAll(async () => {
  await sender.close();
  await database.close();
});
beforeEach(async () => {
  receiver = await new Receiver().open();
  await database.db.pool.query("delete from alert_routes; delete from alert_rules");
  return () => receiver.close();
});

const query = (text: string, values: unknown[] = []) => database.db.pool.query(text, values);
const route = (kinds: AlertRuleKind[] | null = null) =>
  query(
    `insert into alert_routes (project_id, id, name, type, settings, kinds, pause_seconds, is_enabled)
     values ($1, $2, 'on call', 'pagerduty', $3, $4, 0, true)`,
    [
      INSTALLATION,
      newId(),
      testBox.seal(JSON.stringify({ type: "pagerduty", routing_key: "R", url: receiver.url })),
      kinds,
    ],
  );
const rule = (threshold: number, isEnabled = true) =>
  query(
    "insert into alert_rules (project_id, kind, is_enabled, threshold) values ($1, 'installation_critical', $2, $3)",
    [INSTALLATION, isEnabled, threshold],
  );
const bodies = () => receiver.got.map(({ body }) => JSON.parse(body.toString()));
const actions = () => bodies().map(({ event_action }) => event_action);
const failureOf = (text: string) =>
  query(text).then(
    () => null,
    (error: unknown) => error,
  );
const REFUSED = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });

/** A copy whose clock moves only when a test says so. */
function copy(pool = database.db.pool, isSpread = false) {
  let now = new Date();
  const logged: { msg: string; err?: { message: string } }[] = [];
  const log = pino({}, { write: (line) => logged.push(JSON.parse(line)) });
  const clock = { now: () => now };
  const parts = { pool, box: testBox, sender, mailer: null, log, clock };
  const away = new DatabaseAway({ ...parts, publicUrl: "https://hooks.example", isSpread });
  return {
    away,
    logged,
    /** Looks so many seconds later. */
    async after(seconds: number) {
      now = new Date(now.getTime() + seconds * 1_000);
      await away.look();
    },
  };
}

describe("a database that does not answer", () => {
  it("is told by a running copy from memory, once, and so is that it answers again", async () => {
    await route();
    await rule(0);
    const proxy = await new DatabaseProxy().open(database.url);
    const bench = new EngineBench({ ...database, url: proxy.url, close: async () => {} });
    await bench.start("worker");
    await until(async () => (await query("select from workers")).rowCount === 1);
    proxy.mode = "away";
    await until(() => actions().includes("trigger"));
    proxy.mode = "pass";
    await until(() => actions().includes("resolve"));
    await bench.stop();
    proxy.close();
    expect(actions()).toEqual(["trigger", "resolve"]);
    expect(bodies()[0]).toMatchObject({
      dedup_key: bodies()[1].dedup_key,
      payload: { summary: "The database does not answer · Hookyard", severity: "critical" },
    });
  });

  it("stops no copy that starts meanwhile, which finds out later whom to tell", async () => {
    await route();
    await rule(0);
    const proxy = await new DatabaseProxy().open(database.url);
    const db = createDatabase(proxy.url);
    const one = copy(db.pool);
    proxy.mode = "away";
    await one.away.start();
    expect(one.logged.map(({ msg }) => msg)).toEqual(["the installation's alert routes could not be read"]);
    proxy.mode = "pass";
    await one.after(0);
    one.away.note(REFUSED);
    await one.after(1);
    expect(actions()).toEqual(["trigger"]);
    await one.away.stop();
    await closeDatabase(db);
    proxy.close();
  });

  it("is told once it has lasted for as long as the rule wants, and logged with its cause", async () => {
    await route();
    const one = copy();
    await one.after(0);
    one.away.note(REFUSED);
    await one.after(14);
    one.away.note(REFUSED);
    expect(actions()).toEqual([]);
    await one.after(1);
    await one.after(5);
    expect(actions()).toEqual(["trigger"]);
    expect(one.logged.map(({ msg, err }) => [msg, err?.message])).toEqual([
      ["the database does not answer: nothing is accepted", "connect ECONNREFUSED"],
    ]);
    one.away.note(null);
    await one.after(1);
    expect(actions()).toEqual(["trigger", "resolve"]);
  });

  it("is the coordinator of several servers, without which projects go on", async () => {
    await route();
    await rule(0);
    const one = copy(database.db.pool, true);
    await one.after(0);
    one.away.note(REFUSED);
    await one.after(0);
    expect(bodies()[0]).toMatchObject({
      payload: { summary: "The coordinator of the database does not answer · Hookyard" },
    });
    expect(one.logged.map(({ msg }) => msg)).toEqual([
      "the coordinator of the database does not answer: projects on other servers go on",
    ]);
  });

  it("is not told where it fails over within that time, however often", async () => {
    await route();
    const one = copy();
    await one.after(0);
    for (let time = 0; time < 3; time++) {
      one.away.note(REFUSED);
      await one.after(14);
      one.away.note(null);
      await one.after(1);
    }
    expect(actions()).toEqual([]);
    expect(one.logged).toEqual([]);
  });

  it("is told where it says that it ends, and not where it refuses a statement", async () => {
    await route();
    await rule(0);
    const one = copy();
    await one.after(0);
    one.away.note(await failureOf("select 1 / 0"));
    await one.after(60);
    expect(actions()).toEqual([]);
    one.away.note(await failureOf("select pg_terminate_backend(pg_backend_pid())"));
    await one.after(0);
    expect(actions()).toEqual(["trigger"]);
  });

  it("is not told to routes of other rules, nor where the rule is off", async () => {
    const goAway = async () => {
      const one = copy();
      await one.after(0);
      one.away.note(REFUSED);
      await one.after(60);
      return actions();
    };
    await route(["export_stuck"]);
    expect(await goAway()).toEqual([]);
    await route();
    await rule(15, false);
    expect(await goAway()).toEqual([]);
    await query("delete from alert_rules");
    expect(await goAway()).toEqual(["trigger"]);
  });
});
