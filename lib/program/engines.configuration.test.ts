import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Engines } from "@/lib/program/engines";
import { EngineBench, eventFor, Receiver, until } from "@/lib/program/engines.fixture";

let bench: EngineBench;
let receiver: Receiver;
let engines: Engines;
let other: Engines;
let projectId: string;
let endpointId: string;
beforeAll(async () => {
  bench = await EngineBench.open();
  receiver = await new Receiver().open();
  engines = await bench.start();
  other = await bench.start();
});
afterAll(async () => {
  await bench.close();
  receiver.close();
});
beforeEach(async () => {
  receiver.got.length = 0;
  projectId = await bench.project("outgoing");
  endpointId = await bench.endpoint(projectId, receiver.url);
});

const query = (text: string, values: unknown[] = []) => bench.database.db.pool.query(text, values);
const bodies = () => receiver.got.map(({ body }) => body.toString());

it("accepts an event during the first reading of a large configuration, and routes it afterwards", async () => {
  await query(
    `insert into endpoints (project_id, id, name, url)
     select $1, gen_random_uuid(), 'e' || n, 'http://127.0.0.1:1/' from generate_series(1, 2000) n`,
    [projectId],
  );
  const locker = await bench.database.db.pool.connect();
  await locker.query("begin");
  await locker.query("lock table subscriptions in access exclusive mode");
  const recorded = await engines.recorder.record(eventFor(projectId, endpointId));
  expect([recorded.deliveries, recorded.reason]).toEqual([null, null]);
  expect(receiver.got).toHaveLength(0);
  await locker.query("commit");
  locker.release();
  await until(() => receiver.got.length === 1);
  expect(bodies()).toEqual(['{"amount":42}']);
});

it("routes each event once beside changes, by a configuration that was valid", async () => {
  await engines.recorder.record(eventFor(projectId, endpointId));
  let isOver = false;
  const changing = (async () => {
    let n = 0;
    while (!isOver)
      await query("update endpoints set url = $2 where id = $1", [endpointId, `${receiver.url}?n=${n++}`]);
    return n;
  })();
  const events = Array.from({ length: 200 }, (_, n) =>
    eventFor(projectId, endpointId, { payload: Buffer.from(`${n}`) }),
  );
  const recorded = events.map((event, n) => (n % 2 === 0 ? engines : other).recorder.record(event));
  await Promise.all(recorded).finally(() => {
    isOver = true;
  });
  expect(await changing).toBeGreaterThan(1);
  await until(() => receiver.got.length === 201);
  expect(new Set(bodies()).size).toBe(201);
});

it("tells all copies of a breaker that opens, without a new version of the configuration", async () => {
  for (const copy of [engines, other]) await copy.recorder.record(eventFor(projectId, endpointId));
  await until(() => receiver.got.length === 2);
  const versions = () => [engines, other].map(({ snapshots }) => snapshots.peek(projectId)?.version);
  const before = versions();
  const statuses = () =>
    [engines, other].map((copy) => copy.snapshots.peek(projectId)?.endpoints.get(endpointId)?.status);
  await query("update endpoints set status = 'pending' where id = $1", [endpointId]);
  await until(() => statuses().every((status) => status === "pending"));
  expect(versions()).toEqual(before);
  await other.recorder.record(eventFor(projectId, endpointId));
  expect((await bench.deliveries(projectId)).at(-1)).toMatchObject({
    status: "Scheduled",
    description: "Held: the circuit breaker is open for the endpoint.",
  });
  await query("update endpoints set status = 'active' where id = $1", [endpointId]);
  await until(() => receiver.got.length === 3);
  expect(versions()).toEqual(before);
});
