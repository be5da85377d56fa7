import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createAddressGuard } from "@/lib/egress/address-guard";
import { createSender, type Sender } from "@/lib/egress/send";
import { systemClock } from "@/lib/kernel/clock";
import { newId } from "@/lib/kernel/ids";
import { INSTALLATION } from "@/lib/kernel/installation";
import { HealthReader } from "@/lib/nouns/health/health-reader";
import { EngineBench, Receiver, until } from "@/lib/program/engines.fixture";
import { testBox } from "@/lib/program/runtime.fixture";
import { Notifier } from "@/lib/upkeep/notifier";
import { WHOLE_DATABASE } from "@/lib/upkeep/problems/keeper";
import { StandIn } from "@/lib/upkeep/stand-in";

let bench: EngineBench;
let receiver: Receiver;
let sender: Sender;
beforeAll(async () => {
  bench = await EngineBench.open();
  sender = createSender({ guard: createAddressGuard("127.0.0.0/8") });
});
afterAll(async () => {
  await sender.close();
  await bench.close();
});
beforeEach(async () => {
  receiver = await new Receiver().open();
  const settings = testBox.seal(JSON.stringify({ type: "pagerduty", routing_key: "R", url: receiver.url }));
  for (const table of ["copies", "problems", "alert_tellings", "alert_routes", "alert_rules"]) {
    await query(`delete from ${table}`);
  }
  await query(
    `insert into alert_routes (project_id, id, name, type, settings, pause_seconds, is_enabled)
     values ($1, $2, 'on call', 'pagerduty', $3, 0, true)`,
    [INSTALLATION, newId(), settings],
  );
  await query(
    "insert into alert_rules (project_id, kind, is_enabled, threshold) values ($1, 'installation_critical', true, 0)",
    [INSTALLATION],
  );
  return () => receiver.close();
});

const query = (text: string, values: unknown[] = []) => bench.database.db.pool.query(text, values);
const summaries = () => receiver.got.map(({ body }) => JSON.parse(body.toString()).payload?.summary);
const note = (role: string, seconds: number) =>
  query(
    "insert into copies (id, name, role, version, seen_at) values ($1, $2, $2, '1', now() - make_interval(secs => $3))",
    [newId(), role, seconds],
  );

/** A round of a copy that delivers nothing. */
async function look(): Promise<void> {
  const { db } = bench.database;
  const parts = { db, pool: db.pool, log: pino({ level: "silent" }), box: testBox, clock: systemClock };
  const health = new HealthReader(parts);
  const notifier = new Notifier({ ...parts, sender, mailer: null });
  const shards = [{ db, looked: WHOLE_DATABASE, notifier }];
  await new StandIn({ ...parts, publicUrl: "https://hooks.example", health, shards }).look();
}

describe("a copy that takes requests only", () => {
  it("says that no copy delivers, once, when the last one has stopped", async () => {
    const worker = await bench.start("worker");
    const web = await bench.start("web");
    await until(async () => (await query("select from copies")).rowCount === 2);
    await worker.stop();
    await until(() => summaries().length > 0);
    await web.stop();
    expect(summaries()).toEqual(["No copy delivers · Hookyard"]);
  });

  it("leaves all of it to a copy that delivers, until that has gone silent", async () => {
    await note("web", 0);
    await note("worker", 0);
    await query(
      `insert into export_failures (project_id, day, error, since, failed_at)
       values ($1, '2026-01-01', 'no room', now(), now())`,
      [await bench.project("outgoing")],
    );
    await look();
    expect((await query("select from problems")).rowCount).toBe(0);
    await query("update copies set seen_at = now() - interval '1 minute' where role = 'worker'");
    await look();
    expect(summaries().sort()).toEqual(["A day cannot be exported · Hookyard", "No copy delivers · Hookyard"]);
    await look();
    expect(summaries()).toHaveLength(2);
  });
});
