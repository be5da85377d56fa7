import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, it } from "vitest";
import { backUp, createEmptyDatabase, digestTables, restore } from "@/lib/backup/backup.fixture";
import { createTestDatabase, openTestDatabase } from "@/lib/db/test-database";
import { EngineBench, eventFor, Receiver, until } from "@/lib/program/engines.fixture";

const EVENTS = 200;

let bench: EngineBench;
let other: EngineBench;
let receiver: Receiver;
let packed: Buffer;
let projectId: string;
let endpointId: string;
let acknowledged: string[];

/**
 * Half of the events get in before the backup begins, the others while it is made; the first try of every third fails.
 */
beforeEach(async () => {
  bench = new EngineBench(await createTestDatabase());
  receiver = await new Receiver().open();
  const tried = new Set<string>();
  receiver.answer = ({ body }) => {
    const isFirst = !tried.has(body.toString());
    tried.add(body.toString());
    return { status: isFirst && JSON.parse(body.toString()).n % 3 === 0 ? 503 : 200 };
  };
  projectId = await bench.project("outgoing");
  endpointId = await bench.endpoint(projectId, receiver.url);
  await bench.subscribe(projectId, endpointId);
  const engines = await bench.start();
  const send = (n: number) =>
    engines.recorder.record(eventFor(projectId, endpointId, { payload: Buffer.from(`{"n":${n}}`) }));
  acknowledged = [];
  for (let n = 0; n < EVENTS / 2; n++) {
    await send(n);
    acknowledged.push(`{"n":${n}}`);
  }
  const sending = (async () => {
    for (let n = EVENTS / 2; n < EVENTS; n++) await send(n);
  })();
  packed = await backUp({ url: bench.database.url });
  await sending;
  await bench.stop();

  const target = await createEmptyDatabase(bench.database.url);
  other = new EngineBench(await openTestDatabase(target.url, target.drop));
});
afterEach(async () => {
  await other.close();
  await bench.close();
  receiver.close();
});

it("is restored in the middle of its work and goes on with it: nothing accepted before is lost, every sum holds", async () => {
  await restore(other.database.url, Readable.from([packed]));
  const restored = await digestTables(other.database.url);
  expect(Number.parseInt(restored.events ?? "", 10)).toBeGreaterThanOrEqual(EVENTS / 2);
  receiver.got.length = 0;
  receiver.answer = () => ({ status: 200 });
  const delivered = new Set(
    (await other.deliveries(projectId)).filter(({ status }) => status === "Success").map(({ event_id }) => event_id),
  );

  const engines = await other.start();
  const isDone = async () => {
    const waiting = await other.database.db.selectFrom("delivery_queue").select("delivery_id").execute();
    const routing = await other.database.db.selectFrom("routing_queue").select("event_id").execute();
    return waiting.length + routing.length === 0;
  };
  await until(isDone);
  const events = await other.database.db
    .selectFrom("events")
    .select(["id", "payload"])
    .where("project_id", "=", projectId)
    .execute();
  const payloads = new Set(events.map(({ payload }) => payload?.toString()));
  expect(acknowledged.filter((payload) => !payloads.has(payload))).toEqual([]);
  // What had been delivered is not sent again; all else is.
  const again = new Set(receiver.got.map(({ body }) => body.toString()));
  for (const { id, payload } of events) expect(again.has(payload?.toString() ?? "")).toBe(!delivered.has(id));
  const deliveries = await other.deliveries(projectId);
  expect(deliveries).toHaveLength(events.length);
  expect(deliveries.every(({ status }) => status === "Success")).toBe(true);

  await engines.recorder.record(eventFor(projectId, endpointId, { payload: Buffer.from('{"n":"new"}') }));
  await until(() => receiver.got.some(({ body }) => body.toString() === '{"n":"new"}'));
  await until(isDone);
});
