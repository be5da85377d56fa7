import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { newId } from "@/lib/kernel/ids";

let bench: ApiBench;
let project: ApiProject;
let other: ApiProject;
beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("incoming");
  other = await bench.project("incoming");
});
afterAll(() => bench.close());

const post = async (path: string, body: object, at = project) => at.ask("POST", path, { body, key: at.keys.operator });
const register = async (host_name: string, more = {}, at = project) =>
  (await post("/devices", { host_name, ...more }, at)).body.data;
const change = (id: string, body: object) => project.ask("PUT", `/devices/${id}`, { body });

async function receive(at = project): Promise<string> {
  const sourceId = await at.source();
  const { mask_id } = (await at.ask("GET", `/sources/${sourceId}`)).body.data;
  const answer = await bench.ask("POST", `/ingest/${mask_id}?a=1`, { body: { amount: 42 } });
  expect(answer.status).toBe(200);
  return sourceId;
}

describe("a device", () => {
  it("is registered once by its host name, in any case, with a secret that only registering shows", async () => {
    const first = await register("Ada-Laptop");
    expect(first).toMatchObject({
      endpoint_id: null,
      host_name: "Ada-Laptop",
      status: "offline",
      last_seen_at: null,
      secret: expect.stringMatching(/^whsec_/),
    });
    expect(await register("ada-LAPTOP")).toEqual(first);
    const { body } = await project.ask("GET", `/devices/${first.uid}`);
    expect(body.data).toMatchObject({ uid: first.uid, waiting_deliveries: 0 });
    expect(JSON.stringify(body)).not.toContain("whsec_");
    const stored = await bench.services.db.selectFrom("devices").selectAll().where("id", "=", first.uid).execute();
    expect(JSON.stringify(stored)).not.toContain(first.secret);
    const log = await project.ask("GET", "/audit-log");
    const actions = log.body.data.content.map((entry: { action: string }) => entry.action);
    expect(actions.filter((action: string) => action === "device.registered")).toHaveLength(1);
  });

  it("is registered once by many concurrent requests", async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => register("crowded")));
    expect(new Set(all.map(({ uid }) => uid)).size).toBe(1);
  });

  it("stands in for an endpoint of its own project only", async () => {
    const foreign = await other.endpoint();
    const refused = await post("/devices", { host_name: "x", endpoint_id: foreign });
    expect([refused.status, refused.body.error.fields[0].path]).toEqual([422, "endpoint_id"]);
    const endpoint_id = await project.endpoint();
    expect(await register("stand-in", { endpoint_id })).toMatchObject({ endpoint_id, secret: "" });
    expect(await register("stand-in")).toMatchObject({ endpoint_id });
  });

  it("keeps its name to itself", async () => {
    const { uid } = await register("one");
    await register("two");
    const { status, body } = await change(uid, { host_name: "TWO" });
    expect([status, body.error.code]).toEqual([409, "duplicate"]);
  });

  it("is online while it pulls, and may not pull while disabled", async () => {
    const { uid } = await register("puller");
    expect((await post(`/devices/${uid}/pull`, { wait_seconds: 0 })).body.data).toEqual([]);
    expect((await project.ask("GET", `/devices/${uid}`)).body.data.status).toBe("online");
    const names = async (status: string) =>
      (await project.ask("GET", `/devices?status=${status}`)).body.data.content.map(
        (device: { host_name: string }) => device.host_name,
      );
    expect(await names("online")).toEqual(["puller"]);
    expect(await names("offline")).not.toContain("puller");
    await change(uid, { is_disabled: true });
    expect(await names("disabled")).toEqual(["puller"]);
    expect((await post(`/devices/${uid}/pull`, { wait_seconds: 0 })).status).toBe(409);
  });

  it("is not found in another project, nor are its deliveries", async () => {
    const local = await bench.project("incoming");
    const device = await register("mine", {}, local);
    await post(`/devices/${device.uid}/listen`, {}, local);
    await receive(local);
    const foreign = await register("theirs", {}, other);
    const [pulled] = (await post(`/devices/${device.uid}/pull`, { wait_seconds: 0 }, local)).body.data;
    const result = { lease_id: pulled.lease_id, url: "http://localhost/", status: 200, duration_ms: 1 };
    for (const [method, path, body] of [
      ["GET", `/devices/${device.uid}`],
      ["PUT", `/devices/${device.uid}`, { is_disabled: true }],
      ["DELETE", `/devices/${device.uid}`],
      ["POST", `/devices/${device.uid}/listen`, {}],
      ["POST", `/devices/${device.uid}/pull`, { wait_seconds: 0 }],
      ["POST", `/devices/${device.uid}/deliveries/${pulled.uid}/result`, result],
      ["POST", `/devices/${foreign.uid}/deliveries/${pulled.uid}/result`, result],
    ] as const) {
      const { status } = await other.ask(method, path, body && { body });
      expect([path, status]).toEqual([path, 404]);
    }
    const neighbour = await register("neighbour", {}, local);
    const wrong = await post(`/devices/${neighbour.uid}/deliveries/${pulled.uid}/result`, result, local);
    expect(wrong.status).toBe(404);
    const right = await post(`/devices/${device.uid}/deliveries/${pulled.uid}/result`, result, local);
    expect([right.status, right.body.data.status]).toEqual([200, "Success"]);
  });
});

describe("listening", () => {
  it("creates a subscription of type cli, reuses it, and changes it for other wishes", async () => {
    const { uid } = await register("listener");
    const source_id = await project.source();
    const listen = async (body: object) => (await post(`/devices/${uid}/listen`, body)).body.data;
    const first = await listen({});
    expect(first).toMatchObject({
      type: "cli",
      device_metadata: { uid },
      endpoint_metadata: null,
      source_metadata: null,
      filter_config: { event_types: ["*"] },
    });
    expect((await listen({})).uid).toBe(first.uid);
    const second = await listen({ source_id, event_types: ["invoice.*"] });
    expect(second).toMatchObject({ uid: first.uid, source_metadata: { uid: source_id } });
    expect((await listen({})).uid).toBe(first.uid);
    const { content } = (await project.ask("GET", `/subscriptions?deviceId=${uid}`)).body.data;
    expect(content).toHaveLength(1);
    const wrong = await post(`/devices/${uid}/listen`, { source_id: newId(), event_types: ["a.*.b"] });
    const paths = wrong.body.error.fields.map((field: { path: string }) => field.path);
    expect([wrong.status, paths]).toEqual([422, ["source_id", "event_types.0"]]);
  });

  it("uses a subscription that an admin can create too, with its device and without an endpoint", async () => {
    const { uid } = await register("by-admin");
    const make = (body: object) => project.ask("POST", "/subscriptions", { body: { name: "S", ...body } });
    const fields = async (body: object) =>
      (await make(body)).body.error.fields.map((field: { path: string }) => field.path);
    expect((await make({ type: "cli", device_id: uid })).status).toBe(201);
    expect(await fields({ type: "cli" })).toEqual(["device_id"]);
    expect(await fields({ type: "cli", device_id: newId() })).toEqual(["device_id"]);
    expect(await fields({ device_id: uid, name: "" })).toEqual(["name", "endpoint_id", "device_id"]);
    const endpoint_id = await project.endpoint();
    expect(await fields({ type: "cli", device_id: uid, endpoint_id })).toEqual(["endpoint_id"]);
    const made = (await make({ type: "cli", device_id: uid })).body.data.uid;
    const moved = await project.ask("PUT", `/subscriptions/${made}`, { body: { endpoint_id } });
    expect([moved.status, moved.body.error.fields[0].path]).toEqual([422, "endpoint_id"]);
  });

  it("shows on a delivery: device, cli metadata, and whether the device is online", async () => {
    const local = await bench.project("incoming");
    const device = await register("ada", {}, local);
    await post(`/devices/${device.uid}/listen`, {}, local);
    const source_id = await receive(local);
    const list = async (query = "") => (await local.ask("GET", `/eventdeliveries${query}`)).body.data.content;
    const [delivery] = await list(`?deviceId=${device.uid}&status=Scheduled`);
    expect(delivery).toMatchObject({
      device_id: device.uid,
      endpoint_id: null,
      endpoint_metadata: null,
      device_metadata: { uid: device.uid, host_name: "ada", status: "offline" },
      cli_metadata: { event_type: "webhook.received", source_id },
      status: "Scheduled",
      description: "Waiting for device ada to come online. No attempt is used up.",
      metadata: { num_trials: 0 },
    });
    expect(await list(`?deviceId=${newId()}`)).toEqual([]);
    expect((await local.ask("GET", `/devices/${device.uid}`)).body.data.waiting_deliveries).toBe(1);
    await post(`/devices/${device.uid}/pull`, { wait_seconds: 0 }, local);
    expect((await list())[0]).toMatchObject({ status: "Processing", description: "Waiting for device ada." });
  });

  it("ends with the device", async () => {
    const local = await bench.project("incoming");
    const device = await register("short-lived", {}, local);
    await post(`/devices/${device.uid}/listen`, {}, local);
    await receive(local);
    expect((await local.ask("DELETE", `/devices/${device.uid}`)).status).toBe(200);
    const [delivery] = (await local.ask("GET", "/eventdeliveries")).body.data.content;
    expect(delivery).toMatchObject({ status: "Discarded", description: "The device was deleted." });
    expect(delivery.device_metadata).toMatchObject({ host_name: "short-lived", deleted_at: expect.any(String) });
    expect((await local.ask("GET", "/subscriptions")).body.data.content).toEqual([]);
    expect((await register("short-lived", {}, local)).uid).not.toBe(device.uid);
  });
});
