import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createAddressGuard } from "@/lib/egress/address-guard";
import { kafka } from "@/lib/feeds/brokers/conformance/kafka.fixture";
import { pubsub } from "@/lib/feeds/brokers/conformance/pubsub.fixture";
import { rabbitmq } from "@/lib/feeds/brokers/conformance/rabbitmq.fixture";
import type { BrokerServer, OpenServer, TestQueue } from "@/lib/feeds/brokers/conformance/server.fixture";
import { sqs } from "@/lib/feeds/brokers/conformance/sqs.fixture";
import { testConnection } from "@/lib/feeds/test-connection";
import { newId } from "@/lib/kernel/ids";
import { killCopies, startCopy } from "@/lib/next/started-copy.fixture";
import { readSourceHealth } from "@/lib/nouns/sources/health";
import type { Engines } from "@/lib/program/engines";
import { EngineBench, Receiver, until } from "@/lib/program/engines.fixture";
import { testBox } from "@/lib/program/runtime.fixture";

const SERVERS: readonly BrokerServer[] = [rabbitmq, kafka, sqs, pubsub];
const START_MS = 180_000;

describe.each(SERVERS.map((server) => [server.name, server] as const))("%s", (name, broker) => {
  const missing = broker.missing();
  if (missing !== null) {
    console.log(`skipped: ${name}: this machine has no ${missing}.`);
    it.skip(`needs ${missing}`, () => {});
    return;
  }
  let server: OpenServer;
  let bench: EngineBench;
  let projectId: string;
  let sourceId: string;
  let queue: TestQueue;
  let receiver: Receiver;
  let endpointId: string;
  let stops: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    [server, bench] = await Promise.all([broker.open(), EngineBench.open()]);
  }, START_MS);
  afterAll(async () => {
    killCopies();
    await bench?.close();
    await server?.close();
  });
  beforeEach(async () => {
    await bench.database.db.updateTable("sources").set({ is_disabled: true }).execute();
    queue = await server.queue();
    projectId = await bench.project("outgoing");
    receiver = await new Receiver().open();
    endpointId = await bench.endpoint(projectId, receiver.url);
    await bench.subscribe(projectId, endpointId);
    sourceId = newId();
    const pub_sub = testBox.seal(JSON.stringify(queue.settings));
    const row = {
      project_id: projectId,
      id: sourceId,
      mask_id: sourceId,
      name: "broker",
      type: "pub_sub" as const,
      pub_sub,
    };
    await bench.database.db.insertInto("sources").values(row).execute();
  });
  afterEach(async () => {
    await Promise.all(stops.splice(0).map((stop) => stop()));
    stops = [];
    receiver.close();
  });

  /** Engines in this process. */
  async function consume(): Promise<Engines> {
    const engines = await bench.start("worker");
    let stopped: Promise<void> | null = null;
    const stop = engines.stop.bind(engines);
    engines.stop = () => {
      stopped ??= stop();
      return stopped;
    };
    stops.push(engines.stop);
    return engines;
  }

  /** A process of its own, which can be killed. */
  async function consumeInCopy() {
    const copy = await startCopy(bench.database.url);
    stops.push(() => copy.stop("SIGKILL"));
    await until(async () => (await health()).state === "connected");
    return copy;
  }

  const health = () => readSourceHealth(bench.context(projectId), sourceId);
  const message = (n: number | string, more: object = {}) => ({
    body: JSON.stringify({ endpoint_id: endpointId, event_type: "order.placed", data: { n }, ...more }),
    attributes: { "x-message-type": "single" },
  });
  const events = () =>
    bench.database.db.selectFrom("events").selectAll().where("project_id", "=", projectId).orderBy("id").execute();
  const numbers = async () =>
    (await events())
      .filter((event) => event.status !== "Failure")
      .map((event) => JSON.parse(event.payload.toString()).n as number | string);
  const many = (count: number, from = 0) => Array.from({ length: count }, (_, index) => message(from + index));
  const sorted = (values: readonly (number | string)[]) => [...values].sort((a, b) => Number(a) - Number(b));
  const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

  it("delivers each message once, to whom it is for", async () => {
    const owned = await bench.endpoint(projectId, receiver.url);
    await bench.database.db.updateTable("endpoints").set({ owner_id: "ada" }).where("id", "=", owned).execute();
    await bench.subscribe(projectId, owned, { event_types: ["order.*"] });
    await consume();
    await queue.send([
      message(0, { custom_headers: { "X-Tenant": "7" } }),
      {
        body: JSON.stringify({ owner_id: "ada", event_type: "order.paid", data: { n: 1 }, idempotency_key: "k1" }),
        attributes: { "x-message-type": "fanout", "x-trace": "abc" },
      },
      {
        body: JSON.stringify({ event_type: "order.sent", data: { n: 2 } }),
        attributes: { "x-message-type": "broadcast" },
      },
      ...many(97, 3),
    ]);
    await until(() => receiver.got.length === 101);
    expect(sorted(await numbers())).toEqual(upTo(100));
    const rows = await events();
    expect(rows.every((row) => row.source_id === sourceId && row.idempotency_key !== null)).toBe(true);
    expect(rows.find((row) => row.event_type === "order.paid")).toMatchObject({
      idempotency_key: "k1",
      endpoints: [owned],
    });
    expect(rows.find((row) => row.event_type === "order.sent")?.endpoints).toHaveLength(2);
    const of = (n: number) => receiver.got.find((got) => got.body.toString() === JSON.stringify({ n }));
    expect(of(0)?.headers["x-tenant"]).toBe("7");
    expect(of(1)?.headers).toMatchObject({ "x-trace": "abc" });
    expect(of(1)?.headers["x-message-type"]).toBeUndefined();
    await until(async () => (await health()).state === "connected");
    expect((await health()).last_error).toBeNull();
    expect((await health()).rate).toBeGreaterThan(1);
    await until(async () => (await queue.unacknowledged()) === 0);
  });

  it("keeps the bytes of each payload, whatever the message says that it is", async () => {
    await consume();
    const payloads = [
      '{"id64":9007199254740993,"dec":1.10,"exp":1e400,"2":"b","1":"a"}',
      '{"a":1,"a":2,"zero":-0,"half":"\\ud800"}',
      "[ 1460323737035677698 ,\t1.0 ]",
      '{"id64":9007199254740993}',
    ];
    await queue.send(
      payloads.map((data) => ({
        body: `{"endpoint_id":"${endpointId}","event_type":"t","data":${data}}`,
        attributes: { "x-message-type": "single" },
      })),
    );
    await until(() => receiver.got.length === payloads.length);
    expect(receiver.got.map((got) => got.body.toString()).sort()).toEqual([...payloads].sort());
  });

  it("acknowledges only after the commit: a message whose commit a crash prevents comes again", async () => {
    const copy = await consumeInCopy();
    const lock = await bench.database.db.pool.connect();
    await lock.query("begin");
    await lock.query("lock table events in share mode");
    await queue.send([message("first")]);
    await until(
      async () => (await lock.query("select 1 from pg_locks where not granted and locktype = 'relation'")).rowCount,
    );
    await copy.stop("SIGKILL");
    await lock.query("rollback");
    lock.release();
    await consume();
    await until(async () => (await numbers()).length > 0);
    await queue.send([message("second")]);
    await until(async () => (await numbers()).includes("second"));
    expect(await numbers()).toEqual(["first", "second"]);
  });

  it("makes no second event of a message whose acknowledgement a crash prevents", async () => {
    const copy = await consumeInCopy();
    stops.push(async () => server.gate.release());
    server.gate.hold();
    await queue.send([message("first")]);
    await until(async () => (await numbers()).length === 1);
    await copy.stop("SIGKILL");
    server.gate.release();
    await consume();
    await queue.send([message("second")]);
    await until(async () => (await numbers()).includes("second"));
    await until(async () => (await queue.unacknowledged()) === 0);
    expect((await events()).map((event) => event.is_duplicate_event)).toEqual([false, false]);
  });

  it("keeps a malformed message as a failed event with its reason and bytes, and goes on", async () => {
    await consume();
    await queue.send([
      { body: "{oops" },
      { body: JSON.stringify({ endpoint_id: randomUUID(), event_type: "order.placed", data: 1 }) },
      { ...message("x"), attributes: { "x-message-type": "everyone" } },
      { body: JSON.stringify({ event_type: "order placed", datum: 1 }) },
      message("good"),
    ]);
    await until(async () => (await events()).length === 5);
    const failed = (await events()).filter((event) => event.status === "Failure");
    const told = failed.map((event) => `${event.event_type} ${event.payload} ${event.status_reason}`).join("\n");
    expect(failed).toHaveLength(4);
    expect(told).toMatch(/^broker\.message \{oops The message is not valid JSON: /m);
    expect(told).toContain("order.placed");
    expect(told).toContain("endpoint_id: No such endpoint in this project.");
    expect(told).toContain('The attribute x-message-type is "everyone": use single, fanout or broadcast.');
    expect(told).toMatch(/data: .* datum: Unknown field\./);
    await until(async () => (await queue.unacknowledged()) === 0);
    await until(async () => (await health()).last_error?.startsWith("A message was refused: "));
  });

  it("stops on a signal with nothing in hand", async () => {
    const copy = await consumeInCopy();
    await queue.send(many(200));
    await until(async () => (await numbers()).length > 20);
    const sending = queue.send(many(200, 200));
    await copy.stop("SIGTERM");
    await sending;
    const before = await numbers();
    expect(new Set(before).size).toBe(before.length);
    expect(before.length + (await queue.unacknowledged()), copy.output()).toBe(400);
    await consume();
    await until(async () => (await numbers()).length >= 400);
    expect(sorted(await numbers())).toEqual(upTo(400));
  });

  it("says exactly what is wrong with a connection that is tested", async () => {
    for (const { settings, step, ok, says } of server.trials(queue)) {
      const tested = await testConnection(
        { type: "pub_sub", settings, sourceId: null },
        createAddressGuard("127.0.0.0/8"),
      );
      const last = tested.checks.at(-1);
      expect([last?.step, last?.ok, last?.message], JSON.stringify(settings)).toEqual([
        step,
        ok,
        expect.stringContaining(says),
      ]);
      expect(tested.ok).toBe(ok);
    }
  });

  it("connects again when the connection is lost, and tells so", async () => {
    await consume();
    await until(async () => (await health()).state === "connected");
    server.gate.cut();
    await queue.send([message("after")]);
    await until(async () => (await numbers()).includes("after"));
    await until(async () => (await health()).state === "connected");
    if (broker.tellsLoss) expect((await health()).last_error).toMatch(/./);
  });
});
