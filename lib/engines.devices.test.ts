import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { explainWaiting } from "@/lib/deliveries/explain-waiting";
import { resendDelivery } from "@/lib/deliveries/resend";
import { listenOnDevice } from "@/lib/devices/listen";
import { deleteDevice, registerDevice, updateDevice } from "@/lib/devices/mutations";
import type { PulledDelivery } from "@/lib/devices/schemas";
import type { Engines } from "@/lib/engines";
import { EngineBench, eventFor, Receiver, SECRET, until } from "@/lib/engines.fixture";
import { newId } from "@/lib/ids";
import { toKey } from "@/lib/signing/secrets";
import { signStandard } from "@/lib/signing/standard-webhooks";
import { readLedger } from "@/lib/stats/ledger";
import { changeSubscription } from "@/lib/subscriptions/mutations";

let bench: EngineBench;
let receiver: Receiver;
let engines: Engines;
let web: Engines;
beforeAll(async () => {
  bench = await EngineBench.open();
  receiver = await new Receiver().open();
  engines = await bench.start();
  web = await bench.start("web");
});
afterAll(async () => {
  receiver.close();
  await bench.close();
});

type Listening = { projectId: string; deviceId: string; subscriptionId: string; secret: string };

async function listening(type: "incoming" | "outgoing", endpoint?: string): Promise<Listening> {
  const projectId = await bench.project(type, {
    retry: { strategy: "linear", interval_seconds: 1, retry_limit: 3, max_retry_seconds: 7200 },
  });
  const endpointId = endpoint === undefined ? undefined : await bench.endpoint(projectId, endpoint);
  const ctx = bench.context(projectId);
  const device = await registerDevice(ctx, { host_name: "ada-laptop", endpoint_id: endpointId });
  const { uid } = await listenOnDevice(ctx, device.uid, {});
  return { projectId, deviceId: device.uid, subscriptionId: uid, secret: device.secret };
}

const incoming = (projectId: string, more = {}) =>
  eventFor(projectId, "", { target: null, sourceId: newId(), ...more });

function pull(at: Listening, { from = engines, limit = 10, waitMs = 0 } = {}): Promise<PulledDelivery[]> {
  return from.devices.pull(at, { limit, waitMs, signal: new AbortController().signal });
}

function report(at: Listening, pulled: PulledDelivery, more: object = {}): Promise<void> {
  return engines.devices.report(at, pulled.uid, {
    lease_id: pulled.lease_id,
    url: "http://localhost:4000/hook",
    status: 200,
    headers: { "x-answer": "yes" },
    body: Buffer.from("thanks").toString("base64"),
    body_truncated: false,
    error: null,
    error_code: null,
    duration_ms: 12.5,
    ...more,
  });
}

const only = async ({ projectId }: Listening) => (await bench.deliveries(projectId))[0];
const queued = ({ projectId }: Listening) =>
  bench.database.db.selectFrom("delivery_queue").selectAll().where("project_id", "=", projectId).execute();

/** As if so much time had passed that the lease or the pause before the next try is over. */
const letTimePass = ({ projectId }: Listening) =>
  bench.database.db
    .updateTable("delivery_queue")
    .set({ due_at: new Date(Date.now() - 1_000) })
    .where("project_id", "=", projectId)
    .execute();

/** Every worker has looked for work since: what was due for one is delivered. */
async function workersLooked(): Promise<void> {
  const projectId = await bench.project("outgoing");
  const endpointId = await bench.endpoint(projectId, receiver.url);
  await bench.subscribe(projectId, endpointId);
  await web.recorder.record(eventFor(projectId, endpointId));
  await until(async () => (await bench.deliveries(projectId))[0]?.status === "Success");
}

describe("a delivery to a device", () => {
  it("waits for its pull, left alone by workers, and uses no try", async () => {
    const at = await listening("incoming");
    await engines.recorder.record(incoming(at.projectId));
    await workersLooked();
    expect(await only(at)).toMatchObject({
      status: "Scheduled",
      num_trials: 0,
      device_id: at.deviceId,
      endpoint_id: null,
      subscription_id: at.subscriptionId,
      description: "Waiting for device ada-laptop.",
    });
    expect(await queued(at)).toMatchObject([{ lane_id: at.deviceId, lease: null }]);
  });

  it("is pulled with the bytes, headers and signature of any delivery, and settled with what is reported", async () => {
    const at = await listening("incoming");
    const payload = Buffer.from([0x7b, 0xff, 0x00, 0x7d]);
    await engines.recorder.record(incoming(at.projectId, { payload, urlQueryParams: "a=1" }));
    const [pulled] = (await pull(at)) as [PulledDelivery];
    const { headers } = pulled;
    expect(Buffer.from(pulled.body, "base64")).toEqual(payload);
    expect(pulled).toMatchObject({ method: "POST", number: 1, event_type: "invoice.paid", url_query_params: "a=1" });
    const signed = signStandard(pulled.uid, Number(headers["webhook-timestamp"]), payload, [toKey(at.secret)]);
    expect(headers).toMatchObject({ "content-type": "application/json", ...signed });
    expect(headers["x-hookyard-signature"]).toContain("v1=");

    await report(at, pulled);
    expect(await queued(at)).toEqual([]);
    expect(await only(at)).toMatchObject({
      status: "Success",
      num_trials: 1,
      description: "Delivered: the device answered 200.",
    });
    const [attempt] = await bench.database.db
      .selectFrom("delivery_attempts")
      .selectAll()
      .where("delivery_id", "=", pulled.uid)
      .execute();
    expect(attempt).toMatchObject({
      number: 1,
      url: "http://localhost:4000/hook",
      request_headers: headers,
      response_status: 200,
      response_headers: { "x-answer": "yes" },
      response_data: Buffer.from("thanks"),
      duration_ms: 12.5,
    });
    await expect(report(at, pulled)).rejects.toMatchObject({ code: "conflict" });
  });

  it("wakes a pull that waits at another copy", async () => {
    const at = await listening("incoming");
    const waiting = pull(at, { from: web, waitMs: 25_000 });
    await engines.recorder.record(incoming(at.projectId));
    expect(await waiting).toHaveLength(1);
  });

  it("never goes to two of many pulls at once", async () => {
    const at = await listening("incoming");
    await Promise.all(Array.from({ length: 40 }, () => engines.recorder.record(incoming(at.projectId))));
    const pulls = Array.from({ length: 12 }, (_, i) => pull(at, { from: i % 2 ? web : engines, limit: 7 }));
    const ids = (await Promise.all(pulls)).flat().map(({ uid }) => uid);
    while (ids.length < 40) ids.push(...(await pull(at)).map(({ uid }) => uid));
    expect(new Set(ids).size).toBe(40);
    expect(await pull(at)).toEqual([]);
  });

  it("comes back when the device vanished mid-way, which then cannot settle it", async () => {
    const at = await listening("incoming");
    await engines.recorder.record(incoming(at.projectId));
    const [lost] = (await pull(at)) as [PulledDelivery];
    expect(await pull(at)).toEqual([]);
    await letTimePass(at);
    await workersLooked();
    const [again] = (await pull(at)) as [PulledDelivery];
    expect(again).toMatchObject({ uid: lost.uid, number: 1, headers: { "webhook-id": lost.uid } });
    await expect(report(at, lost)).rejects.toMatchObject({ code: "conflict" });
    await report(at, again);
    expect(await only(at)).toMatchObject({ status: "Success", num_trials: 1 });
  });

  it("is given back when the caller of the pull is gone", async () => {
    const at = await listening("incoming");
    await engines.recorder.record(incoming(at.projectId));
    const gone = AbortSignal.abort();
    expect(await engines.devices.pull(at, { limit: 10, waitMs: 25_000, signal: gone })).toEqual([]);
    expect(await pull(at)).toHaveLength(1);
  });

  it("is tried again by the retry rule, and fails when its tries are used up", async () => {
    const at = await listening("incoming");
    await engines.recorder.record(incoming(at.projectId));
    const failure = {
      status: null,
      body: "",
      error: "Connection refused by 127.0.0.1:4000.",
      error_code: "connection_refused",
    };
    for (const number of [1, 2]) {
      const [pulled] = (await pull(at)) as [PulledDelivery];
      expect(pulled.number).toBe(number);
      await report(at, pulled, failure);
      expect(await only(at)).toMatchObject({ status: "Retry", num_trials: number, description: failure.error });
      expect(await pull(at)).toEqual([]);
      await letTimePass(at);
    }
    const [last] = (await pull(at)) as [PulledDelivery];
    await report(at, last, { status: 500 });
    expect(await only(at)).toMatchObject({ status: "Failure", dead: "Failure", num_trials: 3 });
  });

  it("is resent like any other", async () => {
    const at = await listening("incoming");
    await engines.recorder.record(incoming(at.projectId));
    const [first] = (await pull(at)) as [PulledDelivery];
    await report(at, first);
    await resendDelivery(bench.context(at.projectId), first.uid, { force: true });
    const [second] = (await pull(at)) as [PulledDelivery];
    expect(second).toMatchObject({ uid: first.uid, number: 2 });
    await report(at, second);
    expect(await only(at)).toMatchObject({ status: "Success", num_trials: 2 });
  });

  it("is discarded when the device is disabled: what waits, what comes, and what comes back", async () => {
    const at = await listening("incoming");
    const ctx = bench.context(at.projectId);
    for (const _ of [1, 2]) await engines.recorder.record(incoming(at.projectId));
    const [leased] = (await pull(at, { limit: 1 })) as [PulledDelivery];
    await updateDevice(ctx, at.deviceId, { is_disabled: true });
    await engines.recorder.record(incoming(at.projectId));
    const others = (await bench.deliveries(at.projectId)).filter(({ id }) => id !== leased.uid);
    expect(others).toMatchObject([
      { status: "Discarded", description: "The device was disabled." },
      { status: "Discarded", description: "Not sent: the device is disabled." },
    ]);
    await letTimePass(at);
    await engines.recorder.record(incoming(at.projectId));
    await until(async () => (await queued(at)).length === 0);
    const came = (await bench.deliveries(at.projectId)).find(({ id }) => id === leased.uid);
    expect(came).toMatchObject({ status: "Discarded", description: "Not sent: the device is disabled." });

    await expect(resendDelivery(ctx, leased.uid, { force: false })).rejects.toMatchObject({ code: "conflict" });
    await updateDevice(ctx, at.deviceId, { is_disabled: false });
    await resendDelivery(ctx, leased.uid, { force: false });
    expect(await pull(at)).toMatchObject([{ uid: leased.uid }]);
    await deleteDevice(ctx, at.deviceId);
    await letTimePass(at);
    await until(async () => (await queued(at)).length === 0);
    const left = (await bench.deliveries(at.projectId)).find(({ id }) => id === leased.uid);
    expect(left).toMatchObject({ status: "Discarded", description: "Not sent: the device was deleted." });
  });

  it("waits for the rate limit of its subscription", async () => {
    const at = await listening("incoming");
    await bench.database.db.transaction().execute((trx) =>
      changeSubscription(bench.context(at.projectId), trx, {
        id: at.subscriptionId,
        type: "subscription.updated",
        change: { rate_limit_config: JSON.stringify({ count: 2, duration: 3_600 }) },
      }),
    );
    for (const _ of [1, 2, 3]) await engines.recorder.record(incoming(at.projectId));
    expect(await pull(at)).toHaveLength(2);
    expect(await pull(at)).toEqual([]);
    const last = (await bench.deliveries(at.projectId)).at(-1);
    const [told] = await explainWaiting(bench.database.db, at.projectId, last ? [last] : []);
    expect(told?.description).toBe("Waiting for the rate limit of 2 per 3600 s. No try is used up.");
    expect(told?.next_send_time?.getTime()).toBeGreaterThan(Date.now() + 1_700_000);
  });

  it("carries what the subscription's function made of it", async () => {
    const at = await listening("incoming");
    await bench.database.db.transaction().execute((trx) =>
      changeSubscription(bench.context(at.projectId), trx, {
        id: at.subscriptionId,
        type: "subscription.updated",
        change: { function: "function transform(payload) { return { doubled: payload.amount * 2 } }" },
      }),
    );
    await engines.recorder.record(incoming(at.projectId));
    const [pulled] = (await pull(at, { waitMs: 25_000 })) as [PulledDelivery];
    expect(Buffer.from(pulled.body, "base64").toString()).toBe('{"doubled":84}');
  });
});

describe("a device of an outgoing project", () => {
  it("hears everything, beside the endpoints that get it", async () => {
    const at = await listening("outgoing");
    const endpointId = await bench.endpoint(at.projectId, receiver.url);
    await bench.subscribe(at.projectId, endpointId);
    await engines.recorder.record(eventFor(at.projectId, endpointId));
    await engines.recorder.record(eventFor(at.projectId, "", { target: { broadcast: true } }));
    expect(await pull(at)).toHaveLength(2);
    expect((await bench.deliveries(at.projectId)).filter((row) => row.endpoint_id === endpointId)).toHaveLength(2);
  });

  it("that stands in for an endpoint hears what is for that one, signed with its secrets", async () => {
    const at = await listening("outgoing", receiver.url);
    const { endpoint_id: standsInFor } = await bench.database.db
      .selectFrom("devices")
      .select("endpoint_id")
      .where("id", "=", at.deviceId)
      .executeTakeFirstOrThrow();
    const other = await bench.endpoint(at.projectId, receiver.url);
    await bench.subscribe(at.projectId, other);
    await engines.recorder.record(eventFor(at.projectId, other));
    await engines.recorder.record(eventFor(at.projectId, standsInFor ?? ""));
    const pulled = await pull(at);
    expect(pulled).toHaveLength(1);
    const [{ uid, headers, body }] = pulled as [PulledDelivery];
    const bytes = Buffer.from(body, "base64");
    expect(headers).toMatchObject(signStandard(uid, Number(headers["webhook-timestamp"]), bytes, [toKey(SECRET)]));
    expect(at.secret).toBe("");
  });
});

it("keeps the figures exact over devices and endpoints", async () => {
  const at = await listening("incoming");
  for (const _ of [1, 2, 3]) await engines.recorder.record(incoming(at.projectId));
  const [first, second] = (await pull(at, { limit: 2 })) as [PulledDelivery, PulledDelivery];
  await report(at, first);
  await report(at, second, { status: 410 });
  const ledger = await readLedger(bench.context(at.projectId), { endpointId: [] });
  expect(ledger.deliveries).toEqual({ accepted: 3, delivered: 1, waiting: 1, failed: 1, discarded: 0, balanced: true });
  expect(ledger.endpoints).toMatchObject([{ endpoint_id: at.deviceId, name: "ada-laptop", is_deleted: false }]);
});
