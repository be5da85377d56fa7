import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { newId } from "@/lib/kernel/ids";
import type { DeliveryStatus } from "@/lib/kernel/vocabulary";
import { toDeliveryFixture } from "@/lib/nouns/deliveries/deliveries.fixture";
import { freezeChunk } from "@/lib/nouns/replays/freeze";
import { runReplayBatch } from "@/lib/nouns/replays/run-batch";
import type { Replay, ReplayItem } from "@/lib/nouns/replays/schemas";

let bench: ApiBench;
let project: ApiProject;
let endpointId: string;
beforeAll(async () => {
  bench = await ApiBench.open();
});
afterAll(() => bench.close());
beforeEach(async () => {
  project = await bench.project("outgoing");
  endpointId = await project.endpoint();
});

const deliver = async (status: DeliveryStatus, more: { endpointId?: string; eventType?: string } = {}) =>
  (await toDeliveryFixture(project, { endpointId, status, ...more })).id;
const create = async (body: object): Promise<Replay> => {
  const made = await project.ask("POST", "/replays", { body, key: project.keys.operator });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body.data;
};
const say = async (id: string, verb: string) => project.ask("POST", `/replays/${id}/${verb}`);
const get = async (id: string): Promise<Replay> => (await project.ask("GET", `/replays/${id}`)).body.data;
const items = async (id: string, query = ""): Promise<ReplayItem[]> =>
  (await project.ask("GET", `/replays/${id}/items?sort=ASC&${query}`)).body.data.content;
const statusOf = async (id: string) => (await project.ask("GET", `/eventdeliveries/${id}`)).body.data.status;

/** Does the workers' part, without waiting for the rate. */
async function work(id: string): Promise<void> {
  const key = { projectId: project.id, id };
  while ((await get(id)).status === "Running") {
    const fill = bench.services.db.updateTable("replays").set({ paid_until: new Date(0) });
    await fill.where("id", "=", id).execute();
    await runReplayBatch(bench.services.dbOf(project.id), key);
  }
}

describe("a replay", () => {
  it("freezes what its filter finds at that moment, and resends nothing before it runs", async () => {
    const failed = [await deliver("Failure"), await deliver("Failure"), await deliver("Discarded")];
    await deliver("Success");
    await deliver("Retry");
    const replay = await create({ name: "Billing was down" });
    const late = await deliver("Failure");
    expect(replay).toMatchObject({
      status: "Ready",
      created_by: "the API key operator",
      rate_per_second: 50,
      filter: { status: ["Failure", "Discarded"] },
      preview: { count: 3, by_status: { Failure: 2, Discarded: 1 }, is_truncated: false },
      progress: { waiting: 3, resent: 0, skipped: 0, percent: 0 },
      started_at: null,
    });
    expect(replay.preview.sample.map((item) => item.delivery_id)).toEqual(failed);
    expect((await items(replay.uid)).map((item) => item.delivery_id)).toEqual(failed);
    expect(await runReplayBatch(bench.services.dbOf(project.id), { projectId: project.id, id: replay.uid })).toBe(0);
    expect(await statusOf(failed[0] ?? "")).toBe("Failure");
    expect((await say(replay.uid, "run")).body.data.status).toBe("Running");
    await work(replay.uid);
    expect(await get(replay.uid)).toMatchObject({
      status: "Completed",
      progress: { waiting: 0, resent: 3, skipped: 0, percent: 100 },
      finished_at: expect.any(String),
    });
    for (const id of failed) expect(await statusOf(id)).toBe("Scheduled");
    expect(await statusOf(late)).toBe("Failure");
    expect((await items(replay.uid, "status=Resent")).map((item) => item.delivery_status)).toEqual(
      Array(3).fill("Scheduled"),
    );
  });

  it("finds by each filter of the list of deliveries", async () => {
    const other = await project.endpoint();
    const a = await deliver("Failure", { eventType: "order.paid" });
    const b = await deliver("Failure", { endpointId: other });
    const c = await deliver("Success");
    const find = async (filter: object, more = {}) =>
      (await create({ filter, ...more })).preview.sample.map((item) => item.delivery_id);
    expect(await find({ endpointId: [other] })).toEqual([b]);
    expect(await find({ event_type: "order.*" })).toEqual([a]);
    expect(await find({ status: ["Success"] }, { force: true })).toEqual([c]);
    expect(await find({ endDate: "2020-01-01" })).toEqual([]);
    expect(await find({ startDate: "2020-01-01" })).toEqual([a, b]);
    expect(await find({ startDate: "2999-01-01" })).toEqual([]);
    expect(await find({ subscriptionId: newId() })).toEqual([]);
  });

  it("is frozen in chunks, each delivery once, and never beyond its bound", async () => {
    const all: string[] = [];
    for (let i = 0; i < 8; i++) all.push(await deliver("Failure"));
    const db = bench.services.dbOf(project.id);
    for (const [maxItems, truncated] of [
      [100, false],
      [8, false],
      [7, true],
    ] as const) {
      const { uid: id } = await create({ filter: { endDate: "2020-01-01" } });
      await db
        .updateTable("replays")
        .set({ status: "Preparing", filter: JSON.stringify({}) })
        .where("id", "=", id)
        .execute();
      const key = { projectId: project.id, id };
      expect((await say(id, "run")).status).toBe(409);
      while (await freezeChunk(db, key, { chunk: 3, maxItems }));
      expect((await get(id)).preview).toMatchObject({ count: Math.min(8, maxItems), is_truncated: truncated });
      expect((await items(id)).map((item) => item.delivery_id)).toEqual(all.slice(0, maxItems));
    }
  });

  it("refuses invalid input, field by field", async () => {
    const wrong = async (body: object) => {
      const { status, body: answer } = await project.ask("POST", "/replays", { body });
      return [status, answer.error.fields.map((field: { path: string }) => field.path).sort()];
    };
    expect(await wrong({ filter: { status: ["Success"] } })).toEqual([422, ["force"]]);
    expect(await wrong({ rate_per_second: 0, filter: { endpointId: ["x"], status: [], startDate: "soon" } })).toEqual([
      422,
      ["filter.endpointId.0", "filter.startDate", "filter.status", "rate_per_second"],
    ]);
    expect(await wrong({ filter: { startDate: "2027-01-02", endDate: "2027-01-01" } })).toEqual([
      422,
      ["filter.startDate"],
    ]);
    expect((await project.ask("POST", "/replays", { body: {}, key: project.keys.viewer })).status).toBe(403);
    const { uid } = await create({});
    const stranger = await bench.project("outgoing");
    for (const path of [`/replays/${uid}`, `/replays/${uid}/items`]) {
      expect((await stranger.ask("GET", path)).status).toBe(404);
    }
    expect((await stranger.ask("POST", `/replays/${uid}/run`)).status).toBe(404);
    expect((await stranger.ask("GET", "/replays")).body.data.content).toEqual([]);
  });
});

describe("running a replay", () => {
  it("skips what may not be resent, with the reason, and changes nothing of it", async () => {
    const [inactive, deleted] = [await project.endpoint({ name: "Off" }), await project.endpoint()];
    const given = {
      good: await deliver("Failure"),
      off: await deliver("Failure", { endpointId: inactive }),
      gone: await deliver("Failure", { endpointId: deleted }),
      sent: await deliver("Discarded"),
      busy: await deliver("Discarded"),
    };
    const { uid } = await create({});
    await project.ask("PUT", `/endpoints/${inactive}/deactivate`);
    await project.ask("DELETE", `/endpoints/${deleted}`);
    const db = bench.services.dbOf(project.id);
    await db
      .updateTable("event_deliveries")
      .set({ status: "Success", dead: null })
      .where("id", "=", given.sent)
      .execute();
    await project.ask("PUT", `/eventdeliveries/${given.busy}/resend`);
    const lease = { lease: newId(), due_at: new Date(Date.now() + 60_000) };
    await db.updateTable("delivery_queue").set(lease).where("delivery_id", "=", given.busy).execute();
    await say(uid, "run");
    await work(uid);
    const results = Object.fromEntries((await items(uid)).map((item) => [item.delivery_id, item]));
    expect(results[given.good]).toMatchObject({ status: "Resent", reason: "", delivery_status: "Scheduled" });
    expect(results[given.off]).toMatchObject({ status: "Skipped", reason: expect.stringContaining("Off is inactive") });
    expect(results[given.gone]).toMatchObject({ status: "Skipped", reason: expect.stringContaining("deleted") });
    expect(results[given.sent]).toMatchObject({ status: "Skipped", delivery_status: "Success" });
    expect(results[given.busy]).toMatchObject({ status: "Skipped", delivery_status: "Processing" });
    expect((await get(uid)).progress).toMatchObject({ resent: 1, skipped: 4 });
    const kept = await db.selectFrom("delivery_queue").selectAll().where("delivery_id", "=", given.busy).execute();
    expect(kept).toMatchObject([lease]);
  });

  it("takes each delivery out of its former counter, in its hour of creation", async () => {
    const id = await deliver("Success");
    const { uid } = await create({ filter: { status: ["Success"] }, force: true });
    await say(uid, "run");
    await work(uid);
    expect(await statusOf(id)).toBe("Scheduled");
    const counted = bench.services.db.selectFrom("endpoint_stat_deltas").selectAll();
    expect(await counted.where("destination_id", "=", endpointId).execute()).toMatchObject([
      { succeeded: -1, failed: 0, discarded: 0 },
    ]);
  });

  it("resends no delivery twice and keeps its rate, however many copies run it at once", async () => {
    for (let i = 0; i < 60; i++) await deliver("Failure");
    const { uid: id } = await create({ rate_per_second: 10 });
    await say(id, "run");
    const db = bench.services.dbOf(project.id);
    let settled = 0;
    while ((await get(id)).status === "Running") {
      await db
        .updateTable("replays")
        .set({ paid_until: new Date(0) })
        .where("id", "=", id)
        .execute();
      const before = Date.now();
      const copies = Array.from({ length: 8 }, () => runReplayBatch(db, { projectId: project.id, id }));
      const count = (await Promise.all(copies)).reduce((sum, one) => sum + one, 0);
      expect(count).toBeLessThanOrEqual(11 + Math.ceil((Date.now() - before) / 100));
      settled += count;
    }
    expect(settled).toBe(60);
    expect((await get(id)).progress).toMatchObject({ resent: 60, waiting: 0 });
    const counted = db.selectFrom("endpoint_stat_deltas").select("failed").where("destination_id", "=", endpointId);
    expect((await counted.execute()).reduce((sum, row) => sum + row.failed, 0)).toBe(-60);
  });

  it("never goes faster than its rate", async () => {
    for (let i = 0; i < 5; i++) await deliver("Failure");
    const { uid } = await create({ rate_per_second: 1 });
    await say(uid, "run");
    const key = { projectId: project.id, id: uid };
    const batches = [];
    for (let i = 0; i < 4; i++) batches.push(await runReplayBatch(bench.services.dbOf(project.id), key));
    expect(batches).toEqual([1, 0, 0, 0]);
  });

  it("pauses, continues where it was, and ends for good when it is cancelled", async () => {
    for (let i = 0; i < 3; i++) await deliver("Failure");
    const { uid } = await create({ rate_per_second: 1 });
    const key = { projectId: project.id, id: uid };
    const db = bench.services.dbOf(project.id);
    const told = async (verb: string) => {
      const { status, body } = await say(uid, verb);
      return status === 200 ? body.data.status : status;
    };
    expect(await told("pause")).toBe(409);
    expect([await told("run"), await told("run")]).toEqual(["Running", "Running"]);
    expect(await runReplayBatch(db, key)).toBe(1);
    expect([await told("pause"), await told("pause")]).toEqual(["Paused", "Paused"]);
    await db
      .updateTable("replays")
      .set({ paid_until: new Date(0) })
      .where("id", "=", uid)
      .execute();
    expect(await runReplayBatch(db, key)).toBe(0);
    expect(await told("run")).toBe("Running");
    expect(await runReplayBatch(db, key)).toBe(1);
    expect(await told("cancel")).toBe("Cancelled");
    expect([await told("run"), await told("pause"), await told("cancel")]).toEqual([409, 409, "Cancelled"]);
    expect((await get(uid)).progress).toMatchObject({ resent: 2, waiting: 1 });
    const listed = (await project.ask("GET", "/replays?status=Cancelled,Running")).body.data.content;
    expect(listed.map((replay: Replay) => replay.uid)).toEqual([uid]);
    expect((await project.ask("GET", "/replays?status=Ready")).body.data.content).toEqual([]);
  });
});
