import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createApp } from "@/lib/api/app";
import { createDatabase } from "@/lib/db/client";
import { readEnv } from "@/lib/kernel/env";
import { newId } from "@/lib/kernel/ids";
import { createLogger } from "@/lib/kernel/log";
import { createApiKey } from "@/lib/nouns/api-keys/mutations";
import { startEngines } from "@/lib/program/engines";
import { EngineBench, eventFor, Receiver, until } from "@/lib/program/engines.fixture";
import { createTestRuntime } from "@/lib/program/runtime.fixture";
import { OtlpReceiver, type ReceivedSpan } from "@/lib/tracing/otlp-receiver.fixture";
import { type StopTracing, startTracing } from "@/lib/tracing/start-tracing";
import { traceIds } from "@/lib/tracing/tracing";

const SENDER = { trace: "4bf92f3577b34da6a3ce929d0e0e4736", span: "00f067aa0ba902b7" };
const TRACEPARENT = `00-${SENDER.trace}-${SENDER.span}-01`;
const CANARIES = ["canary", "whsec_"];

let bench: EngineBench;
let receiver: Receiver;
let collector: OtlpReceiver;
let lines: Record<string, unknown>[];
let stops: (() => Promise<unknown>)[];

beforeAll(async () => {
  bench = await EngineBench.open();
});
beforeEach(async () => {
  receiver = await new Receiver().open();
  collector = await new OtlpReceiver().open();
  lines = [];
  stops = [];
});
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
  receiver.close();
  collector.close();
});
afterAll(() => bench.close());

/** The whole program in this process. */
async function program({ isTraced = true } = {}) {
  const log = createLogger(
    { LOG_LEVEL: "debug" },
    { destination: { write: (text) => void lines.push(JSON.parse(text)) }, mixin: traceIds },
  );
  let endTraces: StopTracing = await startTracing(isTraced ? readEnv(collector.settings).traces : null, log);
  const db = createDatabase(bench.database.url, { isTraced: true });
  const runtime = { ...createTestRuntime(bench.database, "all"), db, log };
  const engines = await startEngines(runtime);
  const { actor: _, ...lent } = { ...bench.context(""), db };
  const app = createApp({ ...lent, ...engines, guard: runtime.guard, log }, { readSession: async () => null });
  let isStopped = false;
  /** Ends everything, and with that exports all spans. */
  const stop = async () => {
    if (isStopped) return;
    isStopped = true;
    await engines.stop();
    await db.destroy();
    await endTraces(10_000);
    endTraces = async () => {};
  };
  stops.push(stop);
  return { app, engines, stop };
}

const named = (name: string, of: Partial<ReceivedSpan> = {}) =>
  collector.spans.filter((span) => span.name === name && (!of.traceId || span.traceId === of.traceId));

function only(name: string, of: Partial<ReceivedSpan> = {}): ReceivedSpan {
  const found = named(name, of);
  expect(found.map((span) => span.name)).toEqual([name]);
  return found[0] as ReceivedSpan;
}

async function incoming(source: object = {}) {
  const projectId = await bench.project("incoming");
  const endpointId = await bench.endpoint(projectId, `${receiver.url}/canary-path?token=canary-query`);
  const id = newId();
  const maskId = `canary${newId()}`;
  const row = { project_id: projectId, id, mask_id: maskId, name: "s", type: "http" as const, ...source };
  await bench.database.db.insertInto("sources").values(row).execute();
  await bench.database.db
    .insertInto("subscriptions")
    .values({
      project_id: projectId,
      id: newId(),
      name: "all",
      source_id: id,
      endpoint_id: endpointId,
      filter_config: JSON.stringify({ event_types: ["*"] }),
      retry_config: JSON.stringify({ type: "linear", duration: 1, retry_count: 5 }),
    })
    .execute();
  return { projectId, endpointId, sourceId: id, maskId };
}

const post = (app: ReturnType<typeof createApp>, maskId: string, headers: Record<string, string> = {}) =>
  app.request(`/ingest/${maskId}?secret=canary-of-the-query`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer canary-credential", ...headers },
    body: '{"secret":"canary-payload"}',
  });

const traceOf = (header: unknown) => String(header).split("-")[1];
const delivered = (count: number) => until(() => receiver.got.length >= count);
const settled = (projectId: string) => until(async () => (await bench.deliveries(projectId))[0]?.status === "Success");

describe("the trace of an event", () => {
  it("is the sender's, from the door over the queue to the receiver, retries too", async () => {
    const copy = await program();
    const { projectId, endpointId, sourceId, maskId } = await incoming();
    let asked = 0;
    receiver.answer = () => ({ status: ++asked === 1 ? 503 : 200 });
    const answer = await post(copy.app, maskId, { traceparent: TRACEPARENT, tracestate: "vendor=1" });
    expect(answer.status).toBe(200);
    const { data: event } = (await answer.json()) as { data: { uid: string } };
    await delivered(2);
    await settled(projectId);
    await copy.stop();

    const of = { traceId: SENDER.trace };
    const door = only("POST /ingest/:maskId", of);
    const sent = only("send events", of);
    const [first, second, ...more] = named("process events", of);
    const [posted, again, ...others] = named("POST", of);
    expect([more, others]).toEqual([[], []]);
    expect(door).toMatchObject({ kind: "SERVER", parentId: SENDER.span, isError: false });
    expect(door.attributes).toMatchObject({
      "http.request.method": "POST",
      "http.route": "/ingest/:maskId",
      "http.response.status_code": 200,
      "hookyard.event_id": event.uid,
    });
    expect(sent).toMatchObject({ kind: "PRODUCER", parentId: door.spanId, isError: false });
    expect(sent.attributes).toMatchObject({
      "messaging.system": "hookyard",
      "messaging.message.id": event.uid,
      "messaging.batch.message_count": 1,
      "hookyard.project_id": projectId,
      "hookyard.source_id": sourceId,
      "hookyard.outcome": "routed",
      "hookyard.deliveries": 1,
    });
    const [delivery] = await bench.deliveries(projectId);
    expect(first).toMatchObject({ kind: "CONSUMER", parentId: sent.spanId, isError: true });
    expect(first?.attributes).toMatchObject({
      "hookyard.delivery_id": delivery?.id,
      "hookyard.endpoint_id": endpointId,
      "hookyard.attempt": 1,
      "hookyard.outcome": "retry",
      "error.type": "503",
    });
    expect(second).toMatchObject({ kind: "CONSUMER", parentId: sent.spanId, isError: false });
    expect(second?.attributes).toMatchObject({ "hookyard.attempt": 2, "hookyard.outcome": "success" });
    expect(posted).toMatchObject({ kind: "CLIENT", parentId: first?.spanId, isError: true });
    expect(posted?.attributes).toMatchObject({ "server.address": "127.0.0.1", "http.response.status_code": 503 });
    expect(again?.attributes).toMatchObject({ "http.request.resend_count": 1, "http.response.status_code": 200 });
    expect(receiver.got.map(({ headers }) => headers.traceparent)).toEqual([
      `00-${SENDER.trace}-${posted?.spanId}-01`,
      `00-${SENDER.trace}-${again?.spanId}-01`,
    ]);
    expect(receiver.got.map(({ headers }) => headers.tracestate)).toEqual(["vendor=1", "vendor=1"]);
  });

  it("begins at the door if the sender has none, or one that is malformed", async () => {
    const copy = await program();
    const { maskId } = await incoming();
    await post(copy.app, maskId);
    await post(copy.app, maskId, { traceparent: "00-canary-malformed-01", tracestate: "vendor=1" });
    await delivered(2);
    await copy.stop();
    const doors = named("POST /ingest/:maskId");
    expect(doors.map(({ parentId }) => parentId)).toEqual([null, null]);
    expect(new Set(doors.map(({ traceId }) => traceId)).size).toBe(2);
    for (const { headers } of receiver.got) {
      expect(doors.map(({ traceId }) => traceId)).toContain(traceOf(headers.traceparent));
      expect(headers.tracestate).toBeUndefined();
    }
  });

  it("goes on where a function writes all headers anew, and past an endpoint's own", async () => {
    const copy = await program();
    const { projectId, endpointId, maskId } = await incoming({
      header_function: 'function transform() { return { "x-kept": "yes" }; }',
    });
    const headers = JSON.stringify({ traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" });
    await bench.database.db.updateTable("endpoints").set({ headers }).where("id", "=", endpointId).execute();
    await post(copy.app, maskId, { traceparent: TRACEPARENT });
    await delivered(1);
    await settled(projectId);
    await copy.stop();
    expect(receiver.got[0]?.headers).toMatchObject({ "x-kept": "yes" });
    expect(receiver.got[0]?.headers.traceparent).toBe(`00-${SENDER.trace}-${only("POST").spanId}-01`);
  });

  it("has a span for each event of a batch, which tells how many were committed together", async () => {
    const copy = await program();
    const projectId = await bench.project("outgoing");
    const endpointId = await bench.endpoint(projectId, receiver.url);
    const { key } = await createApiKey(bench.context(projectId), { name: "k", role: "admin" });
    const own = { trace: "0af7651916cd43dd8448eb211c80319c", span: "b7ad6b7169203331" };
    const one = { endpoint_id: endpointId, event_type: "a.b", data: { secret: "canary-payload" } };
    const traceparent = `00-${own.trace}-${own.span}-01`;
    const answer = await copy.app.request(`/v1/projects/${projectId}/events/batch`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json", traceparent: TRACEPARENT },
      body: JSON.stringify({ events: [one, { ...one, custom_headers: { traceparent } }] }),
    });
    expect(answer.status).toBe(201);
    await delivered(2);
    await copy.stop();
    const door = only("POST /v1/projects/:projectID/events/batch");
    expect(door.attributes["hookyard.project_id"]).toBe(projectId);
    const inTrace = only("send events", { traceId: SENDER.trace });
    expect(inTrace).toMatchObject({ parentId: door.spanId, links: [] });
    const ofItsOwn = only("send events", { traceId: own.trace });
    expect(ofItsOwn).toMatchObject({ parentId: own.span, links: [`${door.traceId}-${door.spanId}`] });
    for (const span of [inTrace, ofItsOwn]) expect(span.attributes["messaging.batch.message_count"]).toBe(2);
    expect(
      named("POST")
        .map(({ traceId }) => traceId)
        .sort(),
    ).toEqual([own.trace, SENDER.trace].sort());
    expect(collector.text()).not.toContain(key);
  });

  it("tells of the queries of the API, and of none of ingest, claims and settling", async () => {
    const copy = await program();
    const { projectId, maskId } = await incoming();
    const { key } = await createApiKey(bench.context(projectId), { name: "k", role: "admin" });
    await post(copy.app, maskId, { traceparent: TRACEPARENT });
    await delivered(1);
    await settled(projectId);
    for (const search of ["", "?q=canary-search"]) {
      const headers = { authorization: `Bearer ${key}` };
      expect((await copy.app.request(`/v1/projects/${projectId}/events${search}`, { headers })).status).toBe(200);
    }
    await copy.stop();
    const [door] = named("GET /v1/projects/:projectID/events") as [ReceivedSpan];
    const asked = collector.spans.filter(({ traceId, kind }) => traceId === door.traceId && kind === "CLIENT");
    expect(asked.map(({ name }) => name)).toContain("SELECT events");
    for (const { attributes } of asked) expect(attributes["db.system.name"]).toBe("postgresql");
    expect(
      collector.spans.filter((span) => span.traceId === SENDER.trace && span.attributes["db.system.name"]),
    ).toEqual([]);
    expect(named("maintain").map(({ attributes }) => attributes["hookyard.job"])).toContain("fold counters");
    expect(collector.text()).not.toContain(key);
  });

  it("is in the lines of the log, each in its own", async () => {
    const copy = await program();
    const { maskId } = await incoming();
    await post(copy.app, maskId, { traceparent: TRACEPARENT });
    const answered = await until(() => lines.find(({ msg }) => msg === "a request was answered"));
    const ended = await until(() => lines.find(({ msg }) => msg === "an attempt ended"));
    await copy.stop();
    expect(answered).toMatchObject({ trace_id: SENDER.trace, span_id: only("POST /ingest/:maskId").spanId });
    expect(ended).toMatchObject({ trace_id: SENDER.trace, span_id: only("process events").spanId });
    expect(answered.event).toBe(ended.event);
    expect(lines.filter(({ msg }) => msg === "the configuration of a project changed" && "trace_id" in lines)).toEqual(
      [],
    );
  });

  it("tells that an attempt found nobody, without what the address hides", async () => {
    const copy = await program();
    const projectId = await bench.project("outgoing");
    const endpointId = await bench.endpoint(projectId, "http://127.0.0.1:1/canary-path");
    await copy.engines.recorder.record(eventFor(projectId, endpointId));
    await until(async () => (await bench.deliveries(projectId))[0]?.num_trials);
    await copy.stop();
    expect(only("process events")).toMatchObject({ isError: true, parentId: only("send events").spanId });
    expect(only("POST").attributes).toMatchObject({ "error.type": "connection_refused", "server.port": 1 });
  });

  afterEach(() => {
    for (const canary of CANARIES) expect(collector.text()).not.toContain(canary);
    for (const canary of CANARIES) expect(JSON.stringify(lines)).not.toContain(canary);
  });
});

describe("without tracing", () => {
  it("a sender's header is forwarded as any other, and none is made", async () => {
    const copy = await program({ isTraced: false });
    const { projectId, maskId } = await incoming();
    await post(copy.app, maskId, { traceparent: TRACEPARENT, tracestate: "vendor=1" });
    await delivered(1);
    await post(copy.app, maskId);
    await delivered(2);
    await until(async () => (await bench.deliveries(projectId)).every(({ status }) => status === "Success"));
    await copy.stop();
    const [given, made] = receiver.got;
    expect(given?.headers).toMatchObject({ traceparent: TRACEPARENT, tracestate: "vendor=1" });
    expect(made?.headers.traceparent).toBeUndefined();
    expect(collector.requests).toEqual([]);
    expect(lines.some((line) => "trace_id" in line)).toBe(false);
  });
});
