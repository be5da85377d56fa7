import { AsyncLocalStorage } from "node:async_hooks";
import { type Context, trace } from "@opentelemetry/api";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { createApiKey } from "@/lib/nouns/api-keys/mutations";
import { EngineBench, eventFor, until } from "@/lib/program/engines.fixture";
import { SENDER, TRACEPARENT, TraceBench } from "@/lib/program/engines.tracing.fixture";
import type { ReceivedSpan } from "@/lib/tracing/otlp-receiver.fixture";

const CANARIES = ["canary", "whsec_"];

let engineBench: EngineBench;
let traces: TraceBench;

beforeAll(async () => {
  engineBench = await EngineBench.open();
});
beforeEach(async () => {
  traces = await TraceBench.open(engineBench);
});
afterEach(() => traces.close());
afterAll(() => engineBench.close());

const traceOf = (header: unknown) => String(header).split("-")[1];

describe("the trace of an event", () => {
  it("is the sender's, from the door over the queue to the receiver, retries too", async () => {
    const copy = await traces.program();
    const { projectId, endpointId, sourceId, maskId } = await traces.incoming();
    let asked = 0;
    traces.receiver.answer = () => ({ status: ++asked === 1 ? 503 : 200 });
    const answer = await traces.post(copy.app, maskId, { traceparent: TRACEPARENT, tracestate: "vendor=1" });
    expect(answer.status).toBe(200);
    const { data: event } = (await answer.json()) as { data: { uid: string } };
    await traces.delivered(2);
    await traces.settled(projectId);
    await copy.stop();

    const of = { traceId: SENDER.trace };
    const door = traces.only("POST /ingest/:maskId", of);
    const sent = traces.only("send events", of);
    const [first, second, ...more] = traces.named("process events", of);
    const [posted, again, ...others] = traces.named("POST", of);
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
    const [delivery] = await traces.bench.deliveries(projectId);
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
    expect(traces.receiver.got.map(({ headers }) => headers.traceparent)).toEqual([
      `00-${SENDER.trace}-${posted?.spanId}-01`,
      `00-${SENDER.trace}-${again?.spanId}-01`,
    ]);
    expect(traces.receiver.got.map(({ headers }) => headers.tracestate)).toEqual(["vendor=1", "vendor=1"]);
  });

  it("begins at the door if the sender has none, or one that is malformed", async () => {
    const copy = await traces.program();
    const { maskId } = await traces.incoming();
    await traces.post(copy.app, maskId);
    await traces.post(copy.app, maskId, { traceparent: "00-canary-malformed-01", tracestate: "vendor=1" });
    await traces.delivered(2);
    await copy.stop();
    const doors = traces.named("POST /ingest/:maskId");
    expect(doors.map(({ parentId }) => parentId)).toEqual([null, null]);
    expect(new Set(doors.map(({ traceId }) => traceId)).size).toBe(2);
    for (const { headers } of traces.receiver.got) {
      expect(doors.map(({ traceId }) => traceId)).toContain(traceOf(headers.traceparent));
      expect(headers.tracestate).toBeUndefined();
    }
  });

  it("goes on where a function writes all headers anew, and past an endpoint's own", async () => {
    const copy = await traces.program();
    const { projectId, endpointId, maskId } = await traces.incoming({
      header_function: 'function transform() { return { "x-kept": "yes" }; }',
    });
    const headers = JSON.stringify({ traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" });
    await traces.bench.database.db.updateTable("endpoints").set({ headers }).where("id", "=", endpointId).execute();
    await traces.post(copy.app, maskId, { traceparent: TRACEPARENT });
    await traces.delivered(1);
    await traces.settled(projectId);
    await copy.stop();
    expect(traces.receiver.got[0]?.headers).toMatchObject({ "x-kept": "yes" });
    expect(traces.receiver.got[0]?.headers.traceparent).toBe(`00-${SENDER.trace}-${traces.only("POST").spanId}-01`);
  });

  it("has a span for each event of a batch, which tells how many were committed together", async () => {
    const copy = await traces.program();
    const projectId = await traces.bench.project("outgoing");
    const endpointId = await traces.bench.endpoint(projectId, traces.receiver.url);
    const { key } = await createApiKey(traces.bench.context(projectId), { name: "k", role: "admin" });
    const own = { trace: "0af7651916cd43dd8448eb211c80319c", span: "b7ad6b7169203331" };
    const one = { endpoint_id: endpointId, event_type: "a.b", data: { secret: "canary-payload" } };
    const traceparent = `00-${own.trace}-${own.span}-01`;
    const answer = await copy.app.request(`/v1/projects/${projectId}/events/batch`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json", traceparent: TRACEPARENT },
      body: JSON.stringify({ events: [one, { ...one, custom_headers: { traceparent } }] }),
    });
    expect(answer.status).toBe(201);
    await traces.delivered(2);
    await copy.stop();
    const door = traces.only("POST /v1/projects/:projectID/events/batch");
    expect(door.attributes["hookyard.project_id"]).toBe(projectId);
    const inTrace = traces.only("send events", { traceId: SENDER.trace });
    expect(inTrace).toMatchObject({ parentId: door.spanId, links: [] });
    const ofItsOwn = traces.only("send events", { traceId: own.trace });
    expect(ofItsOwn).toMatchObject({ parentId: own.span, links: [`${door.traceId}-${door.spanId}`] });
    for (const span of [inTrace, ofItsOwn]) expect(span.attributes["messaging.batch.message_count"]).toBe(2);
    expect(
      traces
        .named("POST")
        .map(({ traceId }) => traceId)
        .sort(),
    ).toEqual([own.trace, SENDER.trace].sort());
    expect(traces.collector.text()).not.toContain(key);
  });

  it("tells of the queries of the API, and of none of ingest, claims and settling", async () => {
    const copy = await traces.program();
    const { projectId, maskId } = await traces.incoming();
    const { key } = await createApiKey(traces.bench.context(projectId), { name: "k", role: "admin" });
    await traces.post(copy.app, maskId, { traceparent: TRACEPARENT });
    await traces.delivered(1);
    await traces.settled(projectId);
    for (const search of ["", "?q=canary-search"]) {
      const headers = { authorization: `Bearer ${key}` };
      expect((await copy.app.request(`/v1/projects/${projectId}/events${search}`, { headers })).status).toBe(200);
    }
    await copy.stop();
    const [door] = traces.named("GET /v1/projects/:projectID/events") as [ReceivedSpan];
    const asked = traces.collector.spans.filter(({ traceId, kind }) => traceId === door.traceId && kind === "CLIENT");
    expect(asked.map(({ name }) => name)).toContain("SELECT events");
    for (const { attributes } of asked) expect(attributes["db.system.name"]).toBe("postgresql");
    expect(
      traces.collector.spans.filter((span) => span.traceId === SENDER.trace && span.attributes["db.system.name"]),
    ).toEqual([]);
    expect(traces.named("maintain").map(({ attributes }) => attributes["hookyard.job"])).toContain("fold counters");
    expect(traces.collector.text()).not.toContain(key);
  });

  it("is handed on from span to span, of which none is active: that would cost each promise of the process", async () => {
    const copy = await traces.program();
    const run = vi.spyOn(AsyncLocalStorage.prototype, "run");
    const { projectId, maskId } = await traces.incoming({ body_function: "function transform(it) { return it; }" });
    await traces.post(copy.app, maskId, { traceparent: TRACEPARENT });
    await traces.delivered(1);
    await traces.settled(projectId);
    const outgoing = await traces.bench.project("outgoing");
    const endpoint_id = await traces.bench.endpoint(outgoing, traces.receiver.url);
    const { key } = await createApiKey(traces.bench.context(outgoing), { name: "k", role: "admin" });
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const address = `/v1/projects/${outgoing}/events`;
    const body = JSON.stringify({ endpoint_id, event_type: "a.b", data: {} });
    expect((await copy.app.request(address, { method: "POST", headers, body })).status).toBe(201);
    await traces.settled(outgoing);
    expect((await copy.app.request(address, { headers })).status).toBe(200);
    await copy.stop();
    const active = run.mock.calls.flatMap(([store]) => trace.getSpan(store as Context) as unknown as { name: string });
    run.mockRestore();
    expect(traces.named("send events")).toHaveLength(2);
    const names = active.map(({ name }) => name).filter((name) => !name.startsWith("maintain"));
    expect(new Set(names)).toEqual(new Set([`GET /v1/projects/:projectID/events`]));
  });

  it("is in the lines of the log, each in its own", async () => {
    const copy = await traces.program();
    const { maskId } = await traces.incoming();
    await traces.post(copy.app, maskId, { traceparent: TRACEPARENT });
    const answered = await until(() => traces.lines.find(({ msg }) => msg === "a request was answered"));
    const ended = await until(() => traces.lines.find(({ msg }) => msg === "an attempt ended"));
    await copy.stop();
    expect(answered).toMatchObject({ trace_id: SENDER.trace, span_id: traces.only("POST /ingest/:maskId").spanId });
    expect(ended).toMatchObject({ trace_id: SENDER.trace, span_id: traces.only("process events").spanId });
    expect(answered.event).toBe(ended.event);
    const ofNone = traces.lines.filter(({ msg }) => msg === "the configuration of a project changed");
    expect(ofNone.filter((line) => "trace_id" in line)).toEqual([]);
  });

  it("tells that an attempt found nobody, without what the address hides", async () => {
    const copy = await traces.program();
    const projectId = await traces.bench.project("outgoing");
    const endpointId = await traces.bench.endpoint(projectId, "http://127.0.0.1:1/canary-path");
    // As of a broker whose messages have neither an id nor a trace.
    await copy.engines.recorder.record(eventFor(projectId, endpointId, { sourceId: newId() }));
    await until(async () => (await traces.bench.deliveries(projectId))[0]?.num_trials);
    await copy.stop();
    expect(traces.only("process events")).toMatchObject({ isError: true, parentId: traces.only("send events").spanId });
    expect(traces.only("POST").attributes).toMatchObject({ "error.type": "connection_refused", "server.port": 1 });
  });

  afterEach(() => {
    for (const canary of CANARIES) expect(traces.collector.text()).not.toContain(canary);
    for (const canary of CANARIES) expect(JSON.stringify(traces.lines)).not.toContain(canary);
  });
});

describe.each([
  ["without tracing", { isTraced: false }],
  ["where no trace is kept", { variables: { OTEL_TRACES_SAMPLER: "always_off" } }],
])("%s", (_, settings) => {
  it("a sender's header is forwarded as any other, and none is made", async () => {
    const copy = await traces.program(settings);
    const { projectId, maskId } = await traces.incoming();
    await traces.post(copy.app, maskId, { traceparent: TRACEPARENT, tracestate: "vendor=1" });
    await traces.delivered(1);
    await traces.post(copy.app, maskId);
    await traces.delivered(2);
    await traces.settled(projectId);
    await copy.stop();
    const [given, made] = traces.receiver.got;
    expect(given?.headers).toMatchObject({ traceparent: TRACEPARENT, tracestate: "vendor=1" });
    expect(made?.headers.traceparent).toBeUndefined();
    expect(traces.collector.requests).toEqual([]);
    expect(traces.lines.some((line) => "trace_id" in line)).toBe(false);
  });
});
