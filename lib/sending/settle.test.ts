import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { ProjectSettings } from "@/lib/nouns/project-settings/schemas";
import { readLedger } from "@/lib/nouns/stats/ledger";
import type { Engines } from "@/lib/program/engines";
import { DeviceBench } from "@/lib/program/engines.devices.fixture";
import { EngineBench, eventFor, Receiver, until } from "@/lib/program/engines.fixture";

const EVENTS = 40;

describe("notes of a batch that could not be written at once", () => {
  let bench: EngineBench;
  let receiver: Receiver;
  let engines: Engines;
  let projectId: string;

  beforeAll(async () => {
    bench = await EngineBench.open();
    receiver = await new Receiver().open();
    receiver.answer = () => ({ status: 500 });
    engines = await bench.start();
  });
  afterAll(async () => {
    await bench.close();
    receiver.close();
  });

  const query = (text: string, values: unknown[] = []) => bench.database.db.pool.query(text, values);

  /** Refuses every row of a table, or of one endpoint in it, until it is dropped. */
  async function refuse(table: string, condition: string): Promise<() => Promise<void>> {
    await query("drop sequence if exists refusals");
    await query("create sequence refusals");
    await query(`create or replace function refuse() returns trigger language plpgsql as
      $$ begin perform nextval('refusals'); raise exception 'refused by a test'; end $$`);
    await query(
      `create trigger refuse before insert on ${table} for each row when (${condition}) execute function refuse()`,
    );
    return async () => {
      await query(`drop trigger refuse on ${table}`);
    };
  }
  const refusals = async () => Number((await query("select last_value from refusals")).rows[0].last_value);

  /** Two endpoints that each fail once for every event, side by side, so that batches contain attempts of both. */
  async function failing() {
    const breaker = { is_enabled: true, failure_count: 1_000, probe_interval: 60 };
    projectId = await bench.project("outgoing", { breaker } as never);
    const endpoints = [await bench.endpoint(projectId, receiver.url), await bench.endpoint(projectId, receiver.url)];
    const subscriptions = await Promise.all(endpoints.map((id) => bench.subscribe(projectId, id)));
    const retry_config = JSON.stringify({ type: "linear", duration: 1, retry_count: 1 });
    const alert_config = JSON.stringify({ count: 1_000, threshold: "1h" });
    await bench.database.db
      .updateTable("subscriptions")
      .set({ retry_config, alert_config })
      .where("project_id", "=", projectId)
      .execute();
    return { endpoints, subscriptions };
  }

  async function fail(): Promise<void> {
    const event = eventFor(projectId, "", { target: { broadcast: true } });
    await Promise.all(Array.from({ length: EVENTS }, () => engines.recorder.record(event)));
  }

  it("count each failed attempt once for the breaker, although another endpoint's cannot be written", async () => {
    const { endpoints } = await failing();
    const accept = await refuse("endpoint_health", `new.endpoint_id = '${endpoints[1]}'`);
    await fail();
    await until(async () => (await refusals()) >= 3);
    await accept();
    const counts = () =>
      query("select consecutive_failures as n from endpoint_health where project_id = $1", [projectId]);
    // An attempt that is counted twice makes a count exceed the number of events.
    await until(async () => {
      const { rows } = await counts();
      return rows.length === 2 && rows.every(({ n }) => n >= EVENTS);
    });
    expect((await counts()).rows).toEqual([{ n: EVENTS }, { n: EVENTS }]);
  });

  it("count each failed attempt once for alerts, although another subscription's cannot be written", async () => {
    const { subscriptions } = await failing();
    const accept = await refuse("subscription_failures", `new.subscription_id = '${subscriptions[1]}'`);
    await fail();
    await until(async () => (await refusals()) >= 3);
    await accept();
    const counts = () =>
      query("select count(*)::int as n from subscription_failures where project_id = $1 group by subscription_id", [
        projectId,
      ]);
    await until(async () => {
      const { rows } = await counts();
      return rows.length === 2 && rows.every(({ n }) => n >= EVENTS);
    });
    expect((await counts()).rows).toEqual([{ n: EVENTS }, { n: EVENTS }]);
  });
});

describe("a batch with an answer that the database refuses", () => {
  it("is settled without that answer, and no attempt is repeated", async () => {
    const bench = await EngineBench.open();
    const receiver = await new Receiver().open();
    onTestFinished(async () => {
      await bench.close();
      receiver.close();
    });
    receiver.answer = ({ body }) => ({ status: 200, body: body.includes('"poison"') ? "poison" : "thanks" });
    const { pool } = bench.database.db;
    await pool.query(`
      create function refuse_poison() returns trigger language plpgsql as
        $$ begin raise exception 'invalid byte sequence' using errcode = '22021'; end $$;
      create trigger refuse_poison before insert on delivery_attempts for each row
        when (new.response_data = 'poison'::bytea) execute function refuse_poison()`);
    const engines = await bench.start();
    const [plain, told] = [
      await bench.project("outgoing"),
      await bench.project("outgoing", ProjectSettings.parse({ meta_event: { is_enabled: true, url: receiver.url } })),
    ];
    for (const projectId of [plain, told]) {
      const endpointId = await bench.endpoint(projectId, receiver.url);
      await bench.subscribe(projectId, endpointId);
      const payload = (place: number) => Buffer.from(JSON.stringify(place === 7 ? ["poison"] : [place]));
      await Promise.all(
        Array.from({ length: 20 }, (_, place) =>
          engines.recorder.record(eventFor(projectId, endpointId, { payload: payload(place) })),
        ),
      );
      const settled = await until(async () => {
        const deliveries = await bench.deliveries(projectId);
        return deliveries.length === 20 && deliveries.every(({ status }) => status === "Success") && deliveries;
      });
      expect(settled.filter(({ num_trials }) => num_trials !== 1)).toEqual([]);
      expect(settled.filter(({ description }) => description.includes("could not be stored"))).toMatchObject([
        { description: "Delivered: the endpoint answered 200. The answer could not be stored: invalid byte sequence." },
      ]);
    }
    expect(receiver.got.filter(({ body }) => body.toString() === '["poison"]')).toHaveLength(2);
  });
});

describe("a device's delivery whose event is gone", () => {
  let devices: DeviceBench;
  beforeAll(async () => {
    devices = await DeviceBench.open();
  });
  afterAll(() => devices.close());

  it("is discarded at the next pull, and counted for the device", async () => {
    const at = await devices.listening("incoming");
    await devices.receive(at);
    await devices.bench.database.db.deleteFrom("events").where("project_id", "=", at.projectId).execute();
    expect(await devices.pull(at)).toEqual([]);
    expect(await devices.only(at)).toMatchObject({ status: "Discarded", dead: "Discarded" });
    const ledger = await readLedger(devices.bench.context(at.projectId), { endpointId: [] });
    expect(ledger.deliveries).toMatchObject({ accepted: 1, discarded: 1, waiting: 0, balanced: true });
  });

  it("is counted even if the delivery itself is gone", async () => {
    const at = await devices.listening("incoming");
    await devices.receive(at);
    for (const table of ["events", "event_deliveries"] as const) {
      await devices.bench.database.db.deleteFrom(table).where("project_id", "=", at.projectId).execute();
    }
    expect(await devices.pull(at)).toEqual([]);
    const ledger = await readLedger(devices.bench.context(at.projectId), { endpointId: [] });
    expect(ledger.deliveries).toMatchObject({ accepted: 1, discarded: 1, waiting: 0, balanced: true });
  });
});
