import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { keepBusy } from "@/lib/functions/busy-machine.fixture";
import { describePutOff, pauseSeconds } from "@/lib/intake/put-off";
import { newId } from "@/lib/kernel/ids";
import type { Engines } from "@/lib/program/engines";
import { EngineBench, eventFor, Receiver, until } from "@/lib/program/engines.fixture";

const PATIENT = 180_000;

let bench: EngineBench;
let receiver: Receiver;
let projectId: string;
let sourceId: string;

beforeAll(async () => {
  bench = await EngineBench.open();
  receiver = await new Receiver().open();
});
afterAll(async () => {
  await bench.close();
  receiver.close();
});
beforeEach(async () => {
  projectId = await bench.project("incoming");
  sourceId = newId();
  receiver.got.length = 0;
});

async function listen(body_function: string): Promise<void> {
  const { db } = bench.database;
  const names = { project_id: projectId, id: sourceId, mask_id: sourceId, name: "s", type: "http" as const };
  await db
    .insertInto("sources")
    .values({ ...names, body_function })
    .execute();
  const id = await bench.subscribe(projectId, await bench.endpoint(projectId, receiver.url));
  await db.updateTable("subscriptions").set({ source_id: sourceId }).where("id", "=", id).execute();
}
const send = ({ recorder }: Engines) => recorder.record(eventFor(projectId, "", { target: null, sourceId }));
const statuses = async () => {
  const rows = await bench.database.db
    .selectFrom("events")
    .select(["status", "status_reason"])
    .where("project_id", "=", projectId)
    .execute();
  return rows.map(({ status, status_reason }) => ({ status, reason: status_reason }));
};
const inbox = () =>
  bench.database.db.selectFrom("routing_queue").selectAll().where("project_id", "=", projectId).executeTakeFirst();

it("fails no event because the machine is busy", { timeout: PATIENT }, async () => {
  const engines = await bench.start();
  await listen("function transform(p) { let n = 0; for (let i = 0; i < 5e5; i++) n += i; return { ...p, n }; }");
  const rest = await keepBusy(4);
  try {
    await Promise.all(Array.from({ length: 8 }, () => send(engines)));
    await until(async () => (await statuses()).every(({ status }) => status !== "Pending"));
  } finally {
    await rest();
  }
  expect(await statuses()).toEqual(Array.from({ length: 8 }, () => ({ status: "Success", reason: null })));
  await until(() => receiver.got.length === 8);
  await engines.stop();
});

it("fails an event whose function loops by its own CPU time, and says so", { timeout: PATIENT }, async () => {
  const engines = await bench.start();
  await listen("function transform() { for (;;); }");
  const rest = await keepBusy(1);
  await send(engines);
  const [event] = await until(async () => {
    const found = await statuses();
    return found[0]?.status !== "Pending" && found;
  }).finally(rest);
  expect(event).toEqual({
    status: "Failure",
    reason: expect.stringMatching(/^The source's body_function failed: .* ran longer than 1000 ms of CPU time\.$/),
  });
  await engines.stop();
});

it("keeps an event whose function cannot run, says so after some deferrals, and routes it once it can", async () => {
  const broken = await bench.start();
  await broken.functions.close();
  await listen("function transform(p) { return p; }");
  await send(broken);
  for (let deferrals = 1; deferrals <= 3; deferrals++) {
    await until(async () => (await inbox())?.deferrals === deferrals);
    expect(await statuses()).toEqual([
      {
        status: "Pending",
        reason: deferrals < 3 ? null : expect.stringMatching(/^Not routed yet after 3 deferrals.* could not run\. /),
      },
    ]);
    if (deferrals < 3)
      await bench.database.db
        .updateTable("routing_queue")
        .set({ due_at: new Date(0) })
        .execute();
  }
  await broken.stop();
  await bench.database.db
    .updateTable("routing_queue")
    .set({ due_at: new Date(0) })
    .execute();
  await bench.start();
  await until(async () => (await statuses())[0]?.status === "Success");
  expect(await statuses()).toEqual([{ status: "Success", reason: null }]);
  expect(await inbox()).toBeUndefined();
});

it("fails no event because others overran, and gives each a run of its own", { timeout: PATIENT }, async () => {
  const engines = await bench.start();
  await listen("function transform(p) { while (p.loop); return p; }");
  const { db } = bench.database;
  const sendBody = (body: object) =>
    engines.recorder.record({
      ...eventFor(projectId, "", { target: null, sourceId }),
      payload: Buffer.from(JSON.stringify(body)),
    });
  const loops = Array.from({ length: 6 }, () => sendBody({ loop: true }));
  await Promise.all(loops);
  await until(async () => (await statuses()).filter(({ status }) => status === "Failure").length >= 5);
  // As if it had been deferred for other reasons, and never run.
  const innocent = await sendBody({ n: 1 });
  await db.updateTable("routing_queue").set({ deferrals: 9 }).where("event_id", "=", innocent.uid).execute();
  const ended = async () => {
    await db
      .updateTable("routing_queue")
      .set({ due_at: new Date(0) })
      .where("project_id", "=", projectId)
      .where("lease", "is", null)
      .execute();
    const found = await db.selectFrom("events").selectAll().where("id", "=", innocent.uid).executeTakeFirstOrThrow();
    return found.status !== "Pending" && found;
  };
  const routed = await until(ended);
  expect([routed.status, routed.status_reason]).toEqual(["Success", null]);
  await until(async () => (await ended()) && (await statuses()).every(({ status }) => status !== "Pending"));
  const failed = (await statuses()).filter(({ status }) => status === "Failure");
  expect(failed).toHaveLength(6);
  for (const { reason } of failed) expect(reason).toMatch(/ran longer than 1000 ms of CPU time\.$/);
  await engines.stop();
});

it("routes everything that waits, however much, without another event to wake it", { timeout: PATIENT }, async () => {
  await bench.stop();
  const receiving = await bench.start("web");
  await listen("function transform(p) { return p; }");
  await Promise.all(Array.from({ length: 320 }, () => send(receiving)));
  expect((await statuses()).every(({ status }) => status === "Pending")).toBe(true);
  await receiving.stop();
  await bench.start("worker");
  await until(async () => (await statuses()).every(({ status }) => status === "Success"));
});

it("waits longer each time, up to five minutes or an hour, and reports only events that wait long", () => {
  const pauses = (isSuspended: boolean) =>
    [0, 1, 2, 3, 4, 5, 6, 7, 1_000].map((deferrals) => pauseSeconds({ deferrals, isSuspended }));
  expect(pauses(false)).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300]);
  expect(pauses(true)).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 3_600]);
  expect(describePutOff({ deferrals: 1, reason: "Busy." })).toBeNull();
  expect(describePutOff({ deferrals: 2, reason: "Busy." })).toBe(
    "Not routed yet after 3 deferrals; it is routed again. Busy.",
  );
});
