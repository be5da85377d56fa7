import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { askTransaction } from "@/lib/db/ask";
import { explainWaiting } from "@/lib/nouns/deliveries/explain-waiting";
import { resendDelivery } from "@/lib/nouns/deliveries/resend";
import type { Engines } from "@/lib/program/engines";
import { EngineBench, eventFor, Receiver, until } from "@/lib/program/engines.fixture";
import { discardWaiting } from "@/lib/queue/discard";

let bench: EngineBench;
let engines: Engines;
let receiver: Receiver;
let projectId: string;
let endpointId: string;

beforeAll(async () => {
  bench = await EngineBench.open();
  engines = await bench.start();
});
afterAll(() => bench.close());
afterEach(() => receiver.close());
beforeEach(async () => {
  receiver = await new Receiver().open();
  projectId = await bench.project("outgoing");
  endpointId = await bench.endpoint(projectId, receiver.url);
});

const statuses = async () => (await bench.deliveries(projectId)).map((delivery) => delivery.status);
const configure = (subscriptionId: string, config: object) =>
  bench.database.db.updateTable("subscriptions").set(config).where("id", "=", subscriptionId).execute();

describe("a subscription", () => {
  it("with a rate limit waits in a lane of its own and delays no other of the same endpoint", async () => {
    const limited = await bench.subscribe(projectId, endpointId, { event_types: ["slow"] });
    await configure(limited, { rate_limit_config: JSON.stringify({ count: 2, duration: 3600 }) });
    await bench.subscribe(projectId, endpointId, { event_types: ["fast"] });
    for (let made = 0; made < 5; made++) {
      await engines.recorder.record(eventFor(projectId, endpointId, { eventType: "slow" }));
    }
    await engines.recorder.record(eventFor(projectId, endpointId, { eventType: "fast" }));
    await until(async () => (await statuses()).filter((status) => status === "Success").length === 3);
    const waiting = await until(async () => {
      const waits = (await bench.deliveries(projectId)).filter((delivery) => delivery.status === "Scheduled");
      const left = await explainWaiting(bench.database.db, projectId, waits);
      return left.every((delivery) => delivery.description.includes("rate limit of 2 per 3600 s")) && left;
    });
    expect(waiting.map((delivery) => delivery.num_trials)).toEqual([0, 0, 0]);
    expect(waiting[0]?.next_send_time?.getTime()).toBeGreaterThan(Date.now());

    await bench.database.db
      .transaction()
      .execute((trx) =>
        discardWaiting(askTransaction(trx), { projectId, destinationId: endpointId }, "The endpoint was deactivated."),
      );
    expect((await statuses()).filter((status) => status === "Discarded")).toHaveLength(3);
  });

  it("with an alert_config raises one alert when enough attempts fail within its window", async () => {
    const watched = await bench.subscribe(projectId, endpointId);
    await configure(watched, { alert_config: JSON.stringify({ count: 3, threshold: "1h" }), retry_config: null });
    const settings = JSON.stringify({ retry: { retry_limit: 1 }, meta_event: { is_enabled: true, url: receiver.url } });
    await bench.database.db.updateTable("projects").set({ settings }).where("id", "=", projectId).execute();
    receiver.answer = ({ headers }) => ({ status: headers["x-fails"] ? 500 : 200 });
    const fails = eventFor(projectId, endpointId, { headers: { "x-fails": "1" } });
    for (let made = 0; made < 6; made++) await engines.recorder.record(fails);
    await until(async () => (await statuses()).filter((status) => status === "Failure").length === 6);
    const alerts = await until(async () => {
      const rows = await bench.database.db
        .selectFrom("alerts")
        .selectAll()
        .where("project_id", "=", projectId)
        .execute();
      return rows.length > 0 && rows;
    });
    expect(alerts).toHaveLength(1);
    expect(alerts[0]).toMatchObject({ subscription_id: watched, endpoint_id: endpointId, threshold_seconds: 3_600 });
    const told = await until(() => receiver.got.find((got) => got.body.includes("alert.raised")));
    expect(JSON.parse(told.body.toString())).toMatchObject({ data: { subscription_id: watched } });
  });
});

describe("an endpoint with oauth2", () => {
  it("gets a bearer token for its deliveries, one request for many of them, and says so if there is none", async () => {
    const issuer = await new Receiver().open();
    issuer.answer = () => ({ status: 200, body: '{"access_token":"t0ken","expires_in":3600,"token_type":"Bearer"}' });
    const oauth2 = { url: issuer.url, client_id: "id", client_secret: "s&cret", scope: "hooks" };
    const authentication = bench.context(projectId).box.seal(JSON.stringify({ type: "oauth2", oauth2 }));
    await bench.database.db.updateTable("endpoints").set({ authentication }).where("id", "=", endpointId).execute();
    await bench.subscribe(projectId, endpointId);
    await Promise.all([1, 2, 3, 4].map(() => engines.recorder.record(eventFor(projectId, endpointId))));
    await until(() => receiver.got.length === 4);
    expect(receiver.got.every((got) => got.headers.authorization === "Bearer t0ken")).toBe(true);
    expect(issuer.got).toHaveLength(1);
    expect(issuer.got[0]?.body.toString()).toBe("grant_type=client_credentials&scope=hooks");
    expect(issuer.got[0]?.headers.authorization).toBe(`Basic ${Buffer.from("id:s%26cret").toString("base64")}`);

    issuer.answer = () => ({ status: 403 });
    receiver.answer = () => ({ status: 401 });
    await engines.recorder.record(eventFor(projectId, endpointId));
    await until(async () =>
      (await bench.deliveries(projectId)).some(({ description }) =>
        description.includes("token endpoint answered 403"),
      ),
    );
  });
});

describe("the counters", () => {
  it("add up for each endpoint: created = succeeded + failed + discarded + waiting, through failures and resends", async () => {
    const subscription = await bench.subscribe(projectId, endpointId);
    await configure(subscription, { retry_config: JSON.stringify({ type: "linear", duration: 60, retry_count: 1 }) });
    receiver.answer = () => ({ status: receiver.got.length % 2 === 0 ? 500 : 200 });
    for (let made = 0; made < 6; made++) await engines.recorder.record(eventFor(projectId, endpointId));
    await until(async () => (await statuses()).every((status) => status === "Failure" || status === "Success"));
    receiver.answer = () => ({ status: 200 });
    const failed = (await bench.deliveries(projectId)).filter((delivery) => delivery.status === "Failure");
    await resendDelivery(bench.context(projectId), failed[0]?.id as string, { force: false });
    await until(async () => (await statuses()).filter((status) => status === "Success").length === 4);
    await bench.database.db.updateTable("endpoints").set({ status: "inactive" }).where("id", "=", endpointId).execute();
    await engines.recorder.record(eventFor(projectId, endpointId));
    const sum = async () => {
      const { rows } = await bench.database.db.pool.query(
        `select sum(deliveries)::int as deliveries, sum(succeeded)::int as succeeded, sum(failed)::int as failed,
           sum(discarded)::int as discarded, sum(attempts)::int as attempts, sum(attempts_failed)::int as attempts_failed
         from (select deliveries, succeeded, failed, discarded, attempts, attempts_failed from endpoint_stats where destination_id = $1
           union all select deliveries, succeeded, failed, discarded, attempts, attempts_failed from endpoint_stat_deltas where destination_id = $1) s`,
        [endpointId],
      );
      return rows[0];
    };
    expect(await sum()).toEqual({
      deliveries: 7,
      succeeded: 4,
      failed: 2,
      discarded: 1,
      attempts: 7,
      attempts_failed: 3,
    });
  });
});

describe("the circuit breaker", () => {
  it("opens after enough consecutive failures, probes with one real delivery, and drains on success", async () => {
    const settings = {
      breaker: { is_enabled: true, failure_count: 5, probe_interval: 600 },
      retry: { retry_limit: 50, interval_seconds: 1 },
    };
    await bench.database.db
      .updateTable("projects")
      .set({ settings: JSON.stringify({ ...settings, meta_event: { is_enabled: true, url: `${receiver.url}/meta` } }) })
      .where("id", "=", projectId)
      .execute();
    const subscription = await bench.subscribe(projectId, endpointId);
    await configure(subscription, { retry_config: null });
    const isMeta = (url: string) => url === "/hook/meta";
    receiver.answer = ({ url }) => ({ status: isMeta(url) ? 200 : 503 });
    for (let made = 0; made < 8; made++) await engines.recorder.record(eventFor(projectId, endpointId));
    const endpoint = () =>
      bench.database.db.selectFrom("endpoints").selectAll().where("id", "=", endpointId).executeTakeFirstOrThrow();
    // The next probe is ten minutes away, so that nothing below depends on how fast this machine is.
    const health = bench.database.db.selectFrom("endpoint_health").selectAll().where("endpoint_id", "=", endpointId);
    const isProbedLater = async () => ((await health.executeTakeFirst())?.probe_at?.getTime() ?? 0) > Date.now();
    const probeNow = () =>
      bench.database.db
        .updateTable("endpoint_health")
        .set({ probe_at: new Date() })
        .where("endpoint_id", "=", endpointId)
        .execute();
    await until(async () => (await endpoint()).status === "pending" && (await isProbedLater()));
    expect((await endpoint()).status_reason).toContain("circuit breaker");
    const { uid } = await engines.recorder.record(eventFor(projectId, endpointId));
    const rows = await explainWaiting(bench.database.db, projectId, await bench.deliveries(projectId));
    expect(rows.find((delivery) => delivery.event_id === uid)).toMatchObject({
      status: "Scheduled",
      num_trials: 0,
      description: expect.stringContaining("circuit breaker"),
    });

    const attempts = () => receiver.got.filter((got) => !isMeta(got.url)).length;
    await until(async () => (await statuses()).every((status) => status !== "Processing"));
    const before = attempts();
    await probeNow();
    await until(async () => attempts() > before && (await isProbedLater()));
    expect(attempts()).toBe(before + 1);

    receiver.answer = () => ({ status: 200 });
    await probeNow();
    await until(async () => (await endpoint()).status === "active");
    await until(async () => (await statuses()).every((status) => status === "Success"));
    const told = await until(() => receiver.got.some((got) => got.body.includes('"endpoint.resumed"')) && receiver.got);
    expect(told.some((got) => got.body.includes('"endpoint.disabled"'))).toBe(true);
    expect(await health.execute()).toEqual([]);
  });
});
