import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { explainWaiting } from "@/lib/nouns/deliveries/explain-waiting";
import { resendDelivery } from "@/lib/nouns/deliveries/resend";
import { updateDevice } from "@/lib/nouns/devices/mutations";
import type { PulledDelivery } from "@/lib/nouns/devices/schemas";
import { deleteDevice } from "@/lib/nouns/removals/delete-device";
import { readLedger } from "@/lib/nouns/stats/ledger";
import { changeSubscription } from "@/lib/nouns/subscriptions/mutations";
import { DeviceBench } from "@/lib/program/engines.devices.fixture";
import { eventFor, SECRET, until } from "@/lib/program/engines.fixture";
import { toKey } from "@/lib/signing/secrets";
import { signStandard } from "@/lib/signing/standard-webhooks";

let devices: DeviceBench;
beforeAll(async () => {
  devices = await DeviceBench.open();
});
afterAll(() => devices.close());

describe("a delivery to a device", () => {
  it("waits for its pull, untouched by workers, and uses no attempt", async () => {
    const at = await devices.listening("incoming");
    await devices.receive(at);
    await devices.workersLooked();
    expect(await devices.only(at)).toMatchObject({
      status: "Scheduled",
      num_trials: 0,
      device_id: at.deviceId,
      endpoint_id: null,
      subscription_id: at.subscriptionId,
      description: "Waiting for device ada-laptop.",
    });
    expect(await devices.queued(at)).toMatchObject([{ lane_id: at.deviceId, lease: null }]);
  });

  it("is pulled with the bytes, headers and signature of any delivery, and settled with the reported result", async () => {
    const at = await devices.listening("incoming");
    const payload = Buffer.from([0x7b, 0xff, 0x00, 0x7d]);
    await devices.receive(at, { payload, urlQueryParams: "a=1" });
    const [pulled] = (await devices.pull(at)) as [PulledDelivery];
    const { headers } = pulled;
    expect(Buffer.from(pulled.body, "base64")).toEqual(payload);
    expect(pulled).toMatchObject({ method: "POST", number: 1, event_type: "invoice.paid", url_query_params: "a=1" });
    const signed = await signStandard(pulled.uid, Number(headers["webhook-timestamp"]), payload, [toKey(at.secret)]);
    expect(headers).toMatchObject({ "content-type": "application/json", ...signed });
    expect(headers["x-hookyard-signature"]).toContain("v1=");

    await devices.report(at, pulled);
    expect(await devices.queued(at)).toEqual([]);
    expect(await devices.only(at)).toMatchObject({
      status: "Success",
      num_trials: 1,
      description: "Delivered: the device answered 200.",
    });
    const [attempt] = await devices.bench.database.db
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
    await expect(devices.report(at, pulled)).rejects.toMatchObject({ code: "conflict" });
  });

  it("wakes a pull that waits at another copy", async () => {
    const at = await devices.listening("incoming");
    const waiting = devices.pull(at, { from: devices.web, waitMs: 25_000 });
    await devices.receive(at);
    expect(await waiting).toHaveLength(1);
  });

  it("goes to only one of many concurrent pulls", async () => {
    const at = await devices.listening("incoming");
    await Promise.all(Array.from({ length: 40 }, () => devices.receive(at)));
    const pulls = Array.from({ length: 12 }, (_, i) =>
      devices.pull(at, { from: i % 2 ? devices.web : devices.engines, limit: 7 }),
    );
    const ids = (await Promise.all(pulls)).flat().map(({ uid }) => uid);
    while (ids.length < 40) ids.push(...(await devices.pull(at)).map(({ uid }) => uid));
    expect(new Set(ids).size).toBe(40);
    expect(await devices.pull(at)).toEqual([]);
  });

  it("becomes due again if the device vanishes halfway, which then cannot settle it", async () => {
    const at = await devices.listening("incoming");
    await devices.receive(at);
    const [lost] = (await devices.pull(at)) as [PulledDelivery];
    expect(await devices.pull(at)).toEqual([]);
    await devices.letTimePass(at);
    await devices.workersLooked();
    const [again] = (await devices.pull(at, { waitMs: 20_000 })) as [PulledDelivery];
    expect(again).toMatchObject({ uid: lost.uid, number: 1, headers: { "webhook-id": lost.uid } });
    await expect(devices.report(at, lost)).rejects.toMatchObject({ code: "conflict" });
    await devices.report(at, again);
    expect(await devices.only(at)).toMatchObject({ status: "Success", num_trials: 1 });
  });

  it("is given back if the caller of the pull disconnects", async () => {
    const at = await devices.listening("incoming");
    await devices.receive(at);
    const gone = AbortSignal.abort();
    expect(await devices.engines.devices.pull(at, { limit: 10, waitMs: 25_000, signal: gone })).toEqual([]);
    expect(await devices.pull(at)).toHaveLength(1);
  });

  it("is retried by the retry rule, and fails when its attempts are used up", async () => {
    const at = await devices.listening("incoming");
    await devices.receive(at);
    const failure = {
      status: null,
      body: "",
      error: "Connection refused by 127.0.0.1:4000.",
      error_code: "connection_refused",
    };
    for (const number of [1, 2]) {
      const [pulled] = (await devices.pull(at)) as [PulledDelivery];
      expect(pulled.number).toBe(number);
      await devices.report(at, pulled, failure);
      expect(await devices.only(at)).toMatchObject({ status: "Retry", num_trials: number, description: failure.error });
      expect(await devices.pull(at)).toEqual([]);
      await devices.letTimePass(at);
    }
    const [last] = (await devices.pull(at)) as [PulledDelivery];
    await devices.report(at, last, { status: 500 });
    expect(await devices.only(at)).toMatchObject({ status: "Failure", dead: "Failure", num_trials: 3 });
  });

  it("is resent like any other", async () => {
    const at = await devices.listening("incoming");
    await devices.receive(at);
    const [first] = (await devices.pull(at)) as [PulledDelivery];
    await devices.report(at, first);
    await resendDelivery(devices.bench.context(at.projectId), first.uid, { force: true });
    const [second] = (await devices.pull(at)) as [PulledDelivery];
    expect(second).toMatchObject({ uid: first.uid, number: 2 });
    await devices.report(at, second);
    expect(await devices.only(at)).toMatchObject({ status: "Success", num_trials: 2 });
  });

  it("is discarded if the device is disabled: waiting, new and returned ones", async () => {
    const at = await devices.listening("incoming");
    const ctx = devices.bench.context(at.projectId);
    for (const _ of [1, 2]) await devices.receive(at);
    const [leased] = (await devices.pull(at, { limit: 1 })) as [PulledDelivery];
    await updateDevice(ctx, at.deviceId, { is_disabled: true });
    await devices.receive(at);
    const others = (await devices.bench.deliveries(at.projectId)).filter(({ id }) => id !== leased.uid);
    expect(others).toMatchObject([
      { status: "Discarded", description: "The device was disabled." },
      { status: "Discarded", description: "Not sent: the device is disabled." },
    ]);
    await devices.letTimePass(at);
    await devices.receive(at);
    await until(async () => (await devices.queued(at)).length === 0);
    const came = (await devices.bench.deliveries(at.projectId)).find(({ id }) => id === leased.uid);
    expect(came).toMatchObject({ status: "Discarded", description: "Not sent: the device is disabled." });

    await expect(resendDelivery(ctx, leased.uid, { force: false })).rejects.toMatchObject({ code: "conflict" });
    await updateDevice(ctx, at.deviceId, { is_disabled: false });
    await resendDelivery(ctx, leased.uid, { force: false });
    expect(await devices.pull(at)).toMatchObject([{ uid: leased.uid }]);
    await deleteDevice(ctx, at.deviceId);
    await devices.letTimePass(at);
    await until(async () => (await devices.queued(at)).length === 0);
    const left = (await devices.bench.deliveries(at.projectId)).find(({ id }) => id === leased.uid);
    expect(left).toMatchObject({ status: "Discarded", description: "Not sent: the device was deleted." });
  });

  it("waits for the rate limit of its subscription", async () => {
    const at = await devices.listening("incoming");
    await devices.bench.database.db.transaction().execute((trx) =>
      changeSubscription(devices.bench.context(at.projectId), trx, {
        id: at.subscriptionId,
        type: "subscription.updated",
        change: { rate_limit_config: JSON.stringify({ count: 2, duration: 3_600 }) },
      }),
    );
    for (const _ of [1, 2, 3]) await devices.receive(at);
    expect(await devices.pull(at)).toHaveLength(2);
    expect(await devices.pull(at)).toEqual([]);
    const last = (await devices.bench.deliveries(at.projectId)).at(-1);
    const [told] = await explainWaiting(devices.bench.database.db, at.projectId, last ? [last] : []);
    expect(told?.description).toBe("Waiting for the rate limit of 2 per 3600 s. No attempt is used up.");
    expect(told?.next_send_time?.getTime()).toBeGreaterThan(Date.now() + 1_700_000);
  });

  it("carries the changes of the subscription's function", async () => {
    const at = await devices.listening("incoming");
    await devices.bench.database.db.transaction().execute((trx) =>
      changeSubscription(devices.bench.context(at.projectId), trx, {
        id: at.subscriptionId,
        type: "subscription.updated",
        change: { function: "function transform(payload) { return { doubled: payload.amount * 2 } }" },
      }),
    );
    await devices.receive(at);
    const [pulled] = (await devices.pull(at, { waitMs: 25_000 })) as [PulledDelivery];
    expect(Buffer.from(pulled.body, "base64").toString()).toBe('{"doubled":84}');
  });
});

describe("a device of an outgoing project", () => {
  it("receives everything, besides the endpoints", async () => {
    const at = await devices.listening("outgoing");
    const endpointId = await devices.bench.endpoint(at.projectId, devices.receiver.url);
    await devices.bench.subscribe(at.projectId, endpointId);
    await devices.engines.recorder.record(eventFor(at.projectId, endpointId));
    await devices.engines.recorder.record(eventFor(at.projectId, "", { target: { broadcast: true } }));
    expect(await devices.pull(at)).toHaveLength(2);
    expect((await devices.bench.deliveries(at.projectId)).filter((row) => row.endpoint_id === endpointId)).toHaveLength(
      2,
    );
  });

  it("that stands in for an endpoint receives that endpoint's events, signed with its secrets", async () => {
    const at = await devices.listening("outgoing", devices.receiver.url);
    const { endpoint_id: standsInFor } = await devices.bench.database.db
      .selectFrom("devices")
      .select("endpoint_id")
      .where("id", "=", at.deviceId)
      .executeTakeFirstOrThrow();
    const other = await devices.bench.endpoint(at.projectId, devices.receiver.url);
    await devices.bench.subscribe(at.projectId, other);
    await devices.engines.recorder.record(eventFor(at.projectId, other));
    await devices.engines.recorder.record(eventFor(at.projectId, standsInFor ?? ""));
    const pulled = await devices.pull(at);
    expect(pulled).toHaveLength(1);
    const [{ uid, headers, body }] = pulled as [PulledDelivery];
    const bytes = Buffer.from(body, "base64");
    expect(headers).toMatchObject(
      await signStandard(uid, Number(headers["webhook-timestamp"]), bytes, [toKey(SECRET)]),
    );
    expect(at.secret).toBe("");
  });
});

it("keeps the figures exact over devices and endpoints", async () => {
  const at = await devices.listening("incoming");
  for (const _ of [1, 2, 3]) await devices.receive(at);
  const [first, second] = (await devices.pull(at, { limit: 2 })) as [PulledDelivery, PulledDelivery];
  await devices.report(at, first);
  await devices.report(at, second, { status: 410 });
  const ledger = await readLedger(devices.bench.context(at.projectId), { endpointId: [] });
  expect(ledger.deliveries).toEqual({ accepted: 3, delivered: 1, waiting: 1, failed: 1, discarded: 0, balanced: true });
  expect(ledger.endpoints).toMatchObject([{ endpoint_id: at.deviceId, name: "ada-laptop", is_deleted: false }]);
});
