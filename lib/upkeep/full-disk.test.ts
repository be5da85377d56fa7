import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { closeDatabase, createDatabase, type Database } from "@/lib/db/client";
import { Disks } from "@/lib/db/disks";
import { type EmbeddedDatabase, startEmbeddedDatabase } from "@/lib/db/embedded/embedded";
import { migrate } from "@/lib/db/migrate";
import { fillDisk, mayMount, mountDisk, refuseConnections } from "@/lib/db/small-disk.fixture";
import { openTestDatabase } from "@/lib/db/test-database";
import { createAddressGuard } from "@/lib/egress/address-guard";
import { createSender, type Sender } from "@/lib/egress/send";
import { newId } from "@/lib/kernel/ids";
import { INSTALLATION } from "@/lib/kernel/installation";
import type { AlertRuleKind } from "@/lib/kernel/vocabulary";
import { EngineBench, eventFor, Receiver, until } from "@/lib/program/engines.fixture";
import { testBox } from "@/lib/program/runtime.fixture";
import { FullDisks } from "@/lib/upkeep/full-disks";

const isAble = mayMount();
if (!isAble) console.log("skipped: a full disk is told: only root may mount a small one.");

describe.skipIf(!isAble)("a full disk", () => {
  let folder: string;
  let unmount: () => void;
  let server: EmbeddedDatabase;
  let db: Database;
  let receiver: Receiver;
  let sender: Sender;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "hookyard-disk-"));
    unmount = mountDisk(folder, 384);
    server = await startEmbeddedDatabase({ dataDir: folder, durable: false });
    await migrate(server.url);
    db = createDatabase(server.url);
    sender = createSender({ guard: createAddressGuard("127.0.0.0/8") });
    await db.pool.query("create table ballast as select repeat(md5(random()::text), 1000) as pad");
  });
  afterAll(async () => {
    await sender.close();
    await closeDatabase(db);
    await server.stop();
    unmount();
    rmSync(folder, { recursive: true });
  });
  afterEach(() => rmSync(path.join(folder, "filler"), { force: true }));
  beforeEach(async () => {
    receiver = await new Receiver().open();
    await db.pool.query("delete from alert_routes; delete from alert_rules");
    return () => receiver.close();
  });

  const route = (kinds: AlertRuleKind[] | null = null) =>
    db.pool.query(
      `insert into alert_routes (project_id, id, name, type, settings, kinds, pause_seconds, is_enabled)
       values ($1, $2, 'on call', 'pagerduty', $3, $4, 0, true)`,
      [
        INSTALLATION,
        newId(),
        testBox.seal(JSON.stringify({ type: "pagerduty", routing_key: "R", url: receiver.url })),
        kinds,
      ],
    );
  const bodies = () => receiver.got.map(({ body }) => JSON.parse(body.toString()));
  const actions = () => bodies().map(({ event_action }) => event_action);

  /** A copy whose clock moves only when a test says so, and the disk as its writes see it. */
  function copy() {
    const disks = new Disks(() => [{ address: null, isCoordinator: true, pool: db.pool }]);
    let now = new Date();
    const parts = { pool: db.pool, box: testBox, sender, mailer: null, log: pino({ level: "silent" }), disks };
    const told = new FullDisks({ ...parts, clock: { now: () => now }, publicUrl: "https://hooks.example" });
    return {
      look: () => told.look(),
      pass: (seconds: number) => {
        now = new Date(now.getTime() + seconds * 1_000);
      },
      /** Fails for want of space, as any write does then; returns a function that makes space. */
      async fill() {
        const free = fillDisk(folder);
        const write = db.pool.query("insert into ballast select md5(random()::text) from generate_series(1, 2000000)");
        const error = await write.then(
          () => null,
          (failure) => failure,
        );
        expect(error).toMatchObject({ code: "53100" });
        disks.noteWhole(error);
        return free;
      },
      /** Looks until the probe, which is made once a second at most, finds space. */
      wellAgain: () =>
        until(async () => {
          await told.look();
          return !(await disks.isFull());
        }),
    };
  }

  it("is told by a running copy from memory, once, and so is that there is space again", async () => {
    await route();
    const bench = new EngineBench(await openTestDatabase(server.url, () => {}));
    const projectId = await bench.project("outgoing");
    const endpointId = await bench.endpoint(projectId, receiver.url);
    const engines = await bench.start();
    await until(async () => (await db.pool.query("select from copies")).rowCount === 1);
    const free = fillDisk(folder);
    const payload = Buffer.from(JSON.stringify("x".repeat(200_000)));
    const record = () =>
      engines.recorder.record(eventFor(projectId, endpointId, { payload })).then(
        () => false,
        () => true,
      );
    await until(record);
    await until(() => actions().includes("trigger"));
    free();
    await until(() => actions().includes("resolve"));
    await bench.stop();
    expect(actions()).toEqual(["trigger", "resolve"]);
    expect(bodies()[0]).toMatchObject({
      dedup_key: bodies()[1].dedup_key,
      payload: { summary: "The database's disk is full · Hookyard", severity: "critical" },
    });
    const { rowCount } = await db.pool.query("select from notifications");
    expect(rowCount).toBe(0);
  });

  it("is told no more often than every fifteen minutes, however often space comes and goes", async () => {
    await route();
    const one = copy();
    await one.look();
    let free = await one.fill();
    for (let look = 0; look < 3; look++) await one.look();
    expect(actions()).toEqual(["trigger"]);
    free();
    await one.wellAgain();
    expect(actions()).toEqual(["trigger", "resolve"]);
    one.pass(899);
    free = await one.fill();
    await one.look();
    expect(actions()).toEqual(["trigger", "resolve"]);
    one.pass(1);
    await one.look();
    expect(actions()).toEqual(["trigger", "resolve", "trigger"]);
    free();
    await one.wellAgain();
    expect(actions()).toEqual(["trigger", "resolve", "trigger", "resolve"]);
  });

  it("is told by a copy that finds it full before it knew whom to tell", async () => {
    await route();
    const one = copy();
    const free = await one.fill();
    const freeRest = refuseConnections(folder);
    await one.look();
    expect(actions()).toEqual(["trigger"]);
    freeRest();
    free();
    await one.wellAgain();
    expect(actions()).toEqual(["trigger", "resolve"]);
  });

  it("is told again a minute later where the message was not taken", async () => {
    await route();
    const one = copy();
    await one.look();
    receiver.answer = () => ({ status: 500 });
    const free = await one.fill();
    await one.look();
    one.pass(59);
    await one.look();
    expect(actions()).toEqual(["trigger"]);
    receiver.answer = () => ({ status: 202 });
    one.pass(1);
    await one.look();
    await one.look();
    expect(actions()).toEqual(["trigger", "trigger"]);
    free();
    await one.wellAgain();
    expect(actions()).toEqual(["trigger", "trigger", "resolve"]);
  });

  it("is not told to routes of other rules, nor while the rule is silenced", async () => {
    const fillOnce = async () => {
      const one = copy();
      await one.look();
      const free = await one.fill();
      await one.look();
      free();
      await one.wellAgain();
      return actions();
    };
    await route(["export_stuck"]);
    expect(await fillOnce()).toEqual([]);
    await route();
    await db.pool.query(
      `insert into alert_rules (project_id, kind, is_enabled, threshold, silenced_until)
       values ($1, 'installation_critical', true, 15, now() + interval '1 hour')`,
      [INSTALLATION],
    );
    expect(await fillOnce()).toEqual([]);
    await db.pool.query("delete from alert_rules");
    expect(await fillOnce()).toEqual(["trigger", "resolve"]);
  });
});
