import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/kernel/ids";
import type { Engines } from "@/lib/program/engines";
import { EngineBench, eventFor, Receiver, until } from "@/lib/program/engines.fixture";

let bench: EngineBench;
let web: Engines;
let receiver: Receiver;
let projectId: string;
let endpointId: string;

beforeAll(async () => {
  bench = await EngineBench.open();
  web = await bench.start("web");
});
afterAll(() => bench.close());
beforeEach(async () => {
  receiver = await new Receiver().open();
  projectId = await bench.project("outgoing");
  endpointId = await bench.endpoint(projectId, receiver.url);
  await bench.subscribe(projectId, endpointId);
});
afterEach(() => receiver.close());

const send = () => web.recorder.record(eventFor(projectId, endpointId));

describe("several copies", () => {
  it("lose nothing and repeat nothing while workers come and go in order", async () => {
    let isOver = false;
    const sending = (async () => {
      let sent = 0;
      for (; !isOver; sent++) await send();
      return sent;
    })();
    const first = await bench.start("worker");
    for (let round = 0; round < 3; round++) {
      const next = await bench.start("worker");
      const before = receiver.got.length;
      await until(() => receiver.got.length > before + 20);
      await (round === 0 ? first.stop() : undefined);
      if (round < 2) await next.stop();
    }
    isOver = true;
    const sent = await sending;
    await until(() => receiver.got.length >= sent);
    await until(async () => (await bench.deliveries(projectId)).every(({ status }) => status === "Success"));
    expect(new Set(receiver.got.map((got) => got.headers["webhook-id"])).size).toBe(sent);
    expect(receiver.got).toHaveLength(sent);
  });

  it("leave a delivery alone that another worker took over", async () => {
    await bench.start("worker");
    const finish: (() => void)[] = [];
    receiver.answer = () => "hang";
    receiver.answerLater = (end) => finish.push(end);
    await send();
    await until(() => finish.length === 1);
    // Gives it to another worker, as if this one had stood still past its lease.
    const other = newId();
    const { db } = bench.database;
    await db.updateTable("delivery_queue").set({ lease: other }).where("project_id", "=", projectId).execute();
    const settled = db.selectFrom("delivery_attempts").selectAll().where("project_id", "=", projectId);
    finish[0]?.();
    receiver.answer = () => ({ status: 200 });
    // A later delivery of the same worker is settled after the lost one.
    await send();
    await until(async () => (await settled.execute()).length === 1);
    const [taken, later] = await bench.deliveries(projectId);
    expect(later?.status).toBe("Success");
    expect(taken).toMatchObject({ status: "Scheduled", num_trials: 0 });
    const queued = await db.selectFrom("delivery_queue").selectAll().where("project_id", "=", projectId).execute();
    expect(queued.map((row) => row.lease)).toEqual([other]);
  });
});
