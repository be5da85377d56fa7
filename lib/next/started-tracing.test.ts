import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { killCopies, startCopy } from "@/lib/next/started-copy.fixture";
import { EngineBench, Receiver, until } from "@/lib/program/engines.fixture";
import { OtlpReceiver } from "@/lib/tracing/otlp-receiver.fixture";

const TEST_MS = 180_000;
const SENDER = { trace: "4bf92f3577b34da6a3ce929d0e0e4736", span: "00f067aa0ba902b7" };
const TRACEPARENT = `00-${SENDER.trace}-${SENDER.span}-01`;
const PRELOAD = pathToFileURL(path.resolve(import.meta.dirname, "../tracing/loaded-modules.preload.mjs")).href;

let bench: EngineBench;
let receiver: Receiver;
let collector: OtlpReceiver;
beforeAll(async () => {
  bench = await EngineBench.open();
});
beforeEach(async () => {
  receiver = await new Receiver().open();
  collector = await new OtlpReceiver().open();
});
afterEach(() => {
  killCopies();
  receiver.close();
  collector.close();
});
afterAll(() => bench.close());

const traces = () => ({ ...collector.settings, NODE_OPTIONS: `--import ${PRELOAD}` });

async function source(): Promise<string> {
  const projectId = await bench.project("incoming");
  const endpointId = await bench.endpoint(projectId, receiver.url);
  const [sourceId, maskId] = [newId(), `mask${newId()}`];
  const { db } = bench.database;
  const row = { project_id: projectId, id: sourceId, mask_id: maskId, name: "s", type: "http" as const };
  await db.insertInto("sources").values(row).execute();
  const subscription = { id: newId(), name: "all", source_id: sourceId, endpoint_id: endpointId };
  const filter_config = JSON.stringify({ event_types: ["*"] });
  const retry_config = JSON.stringify({ type: "linear", duration: 1, retry_count: 3 });
  await db
    .insertInto("subscriptions")
    .values({ project_id: projectId, ...subscription, filter_config, retry_config })
    .execute();
  return maskId;
}

describe("processes that trace", { timeout: TEST_MS }, () => {
  it("tell one trace together: from the door of one over the queue to attempts in others", async () => {
    const web = await startCopy(bench.database.url, { HOOKYARD_ROLE: "web", ...traces() });
    const worker = await startCopy(bench.database.url, { HOOKYARD_PROCESSES: "2", ...traces() });
    let asked = 0;
    receiver.answer = () => ({ status: ++asked === 1 ? 500 : 200 });
    const answer = await fetch(`${web.url}/ingest/${await source()}`, {
      method: "POST",
      headers: { "content-type": "application/json", traceparent: TRACEPARENT },
      body: '{"a":1}',
    });
    expect(answer.status).toBe(200);
    await until(() => receiver.got.length === 2);
    for (const { child, exited } of [web, worker]) {
      child.kill("SIGTERM");
      expect(await exited).toBe(0);
    }

    const ofTrace = collector.spans.filter(({ traceId }) => traceId === SENDER.trace);
    const find = (name: string) => ofTrace.filter((span) => span.name === name);
    const [door] = find("POST /ingest/:maskId");
    const [sent] = find("send events");
    const attempts = find("process events");
    const requests = find("POST");
    expect([door?.parentId, sent?.parentId]).toEqual([SENDER.span, door?.spanId]);
    expect(attempts.map(({ parentId }) => parentId)).toEqual([sent?.spanId, sent?.spanId]);
    // Two processes export theirs in any order.
    expect(requests.map(({ parentId }) => parentId).sort()).toEqual(attempts.map(({ spanId }) => spanId).sort());
    expect(receiver.got.map(({ headers }) => headers.traceparent).sort()).toEqual(
      requests.map(({ spanId }) => `00-${SENDER.trace}-${spanId}-01`).sort(),
    );
    const processOf = (span: (typeof ofTrace)[number] | undefined) => span?.resource["service.instance.id"];
    expect(processOf(door)).toBe(processOf(sent));
    for (const attempt of attempts) expect(processOf(attempt)).not.toBe(processOf(sent));
    // The web copy, the leader that opened the database, and its two members.
    expect(new Set(collector.spans.map(processOf)).size).toBe(4);
    expect(worker.output()).toMatch(/loaded: .*@opentelemetry\/sdk-trace-base/);
  });

  it("load nothing of OpenTelemetry without an endpoint, but its empty API, which prom-client has", async () => {
    const copy = await startCopy(bench.database.url, { NODE_OPTIONS: `--import ${PRELOAD}` });
    expect((await fetch(`${copy.url}/metrics`)).status).toBe(200);
    copy.child.kill("SIGTERM");
    expect(await copy.exited).toBe(0);
    expect(copy.output()).toContain("loaded: @opentelemetry/api;");
  });
});
