import { afterAll, beforeAll, expect, it } from "vitest";
import { createApp } from "@/lib/api/app";
import { SlowCommits } from "@/lib/intake/slow-commits";
import { createLogger } from "@/lib/kernel/log";
import { createApiKey } from "@/lib/nouns/api-keys/mutations";
import { startEngines } from "@/lib/program/engines";
import { EngineBench, eventFor, Receiver, SECRET, until } from "@/lib/program/engines.fixture";
import { createTestRuntime } from "@/lib/program/runtime.fixture";

let bench: EngineBench;
let receiver: Receiver;
beforeAll(async () => {
  bench = await EngineBench.open();
  receiver = await new Receiver().open();
});
afterAll(async () => {
  await bench.close();
  receiver.close();
});

type Line = Record<string, unknown> & { msg: string };

function listening(level: "debug" | "info") {
  const texts: string[] = [];
  const log = createLogger({ LOG_LEVEL: level }, { destination: { write: (text) => void texts.push(text) } });
  return { log, text: () => texts.join(""), lines: () => texts.map((text) => JSON.parse(text) as Line) };
}

async function program(level: "debug" | "info") {
  const heard = listening(level);
  const runtime = { ...createTestRuntime(bench.database, "all"), log: heard.log };
  const engines = await startEngines(runtime);
  const { actor: _, ...lent } = bench.context("");
  const app = createApp(
    { ...lent, ...engines, guard: runtime.guard, log: heard.log },
    { readSession: async () => null },
  );
  return { ...heard, app, engines };
}

/** Sends one event that fails, which opens the breaker. Its payload, headers and keys are canaries. */
async function sendFailing({ app }: Awaited<ReturnType<typeof program>>) {
  receiver.answer = () => ({ status: 500, body: "canary-answer" });
  const breaker = { is_enabled: true, failure_count: 2, probe_interval: 1 };
  const projectId = await bench.project("outgoing", { breaker } as never);
  const endpointId = await bench.endpoint(projectId, `${receiver.url}?token=canary-query`);
  await bench.subscribe(projectId, endpointId);
  const { key } = await createApiKey(bench.context(projectId), { name: "k", role: "admin" });
  const data = { endpoint_id: endpointId, event_type: "a.b", data: { secret: "canary-payload" } };
  const answer = await app.request(`/v1/projects/${projectId}/events?token=canary-of-the-caller`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", "x-request-id": "request-1234" },
    body: JSON.stringify({ ...data, custom_headers: { "x-token": "canary-header" } }),
  });
  expect(answer.status).toBe(201);
  const { data: event } = (await answer.json()) as { data: { uid: string } };
  await until(async () => ((await bench.deliveries(projectId))[0]?.num_trials ?? 0) >= 2);
  return { projectId, endpointId, key, event: event.uid };
}

it("logs each request, each end of an attempt and each change of state with ids at level debug", async () => {
  const copy = await program("debug");
  const { projectId, endpointId, event } = await sendFailing(copy);
  const line = (msg: string) => until(() => copy.lines().find((found) => found.msg === msg && isOf(found, projectId)));
  expect(await line("a request was answered")).toMatchObject({
    request_id: "request-1234",
    method: "POST",
    route: "/v1/projects/:projectID/events",
    status: 201,
    event,
    duration_ms: expect.any(Number),
  });
  const [delivery] = await bench.deliveries(projectId);
  expect(await line("an attempt ended")).toMatchObject({
    event,
    delivery: delivery?.id,
    endpoint: endpointId,
    status: 500,
    number: 1,
    duration_ms: expect.any(Number),
  });
  expect(await line("a circuit breaker opened")).toMatchObject({ endpoint: endpointId });
  await line("the configuration of a project changed");
  await copy.engines.stop();
});

const isOf = (line: Line, projectId: string) => line.project === projectId;

it("logs no payload and no credential at any level", async () => {
  const copy = await program("debug");
  const { key } = await sendFailing(copy);
  await copy.engines.stop();
  expect(copy.lines().length).toBeGreaterThan(0);
  for (const secret of ["canary", key, SECRET]) expect(copy.text()).not.toContain(secret);
});

it("logs what changed for good at level info: breakers and endpoints, and no request or attempt", async () => {
  const copy = await program("info");
  const { projectId, endpointId } = await sendFailing(copy);
  // Projects of other tests go on in the same database.
  const told = () => copy.lines().filter((line) => isOf(line, projectId));
  await until(() => told().length === 1);
  receiver.answer = () => ({ status: 200 });
  await until(() => told().length === 2);
  const gone = await bench.endpoint(projectId, receiver.url);
  receiver.answer = () => ({ status: 410 });
  await copy.engines.recorder.record(eventFor(projectId, gone));
  await until(() => told().length === 3);
  await copy.engines.stop();
  expect(told()).toMatchObject([
    { level: 30, msg: "a circuit breaker opened", endpoint: endpointId },
    { level: 30, msg: "a circuit breaker closed", endpoint: endpointId },
    { level: 30, msg: "an endpoint that is gone was disabled", endpoint: gone },
  ]);
  expect(copy.text()).not.toContain("canary");
});

it("tells of slow commits at most once in ten seconds, with how many it left out", () => {
  const heard = listening("info");
  let now = 0;
  const slow = new SlowCommits(heard.log, () => now);
  slow.note(1_000, 5);
  slow.note(1_001, 6);
  now = 9_999;
  slow.note(2_000, 7);
  slow.note(2_000, 8);
  now = 10_000;
  slow.note(3_000.4, 9);
  expect(heard.lines()).toMatchObject([
    { level: 30, msg: "a commit of events was slow", duration_ms: 1_001, events: 6, left_out: 0 },
    { duration_ms: 3_000, events: 9, left_out: 2 },
  ]);
  expect(heard.lines()).toHaveLength(2);
});

it("logs a commit that waits for the database", async () => {
  const copy = await program("info");
  const projectId = await bench.project("outgoing");
  const endpointId = await bench.endpoint(projectId, receiver.url, { status: "paused" });
  const other = await bench.database.db.pool.connect();
  await other.query("begin; lock table events in exclusive mode");
  const recorded = copy.engines.recorder.record(eventFor(projectId, endpointId));
  await until(async () => {
    const { rows } = await bench.database.db.pool.query(
      "select 1 from pg_stat_activity where wait_event_type = 'Lock' and now() - query_start > interval '1.1 seconds'",
    );
    return rows.length > 0;
  });
  await other.query("commit");
  other.release();
  await recorded;
  await copy.engines.stop();
  expect(copy.lines().filter(({ msg }) => msg === "a commit of events was slow")).toMatchObject([{ events: 1 }]);
});

it("logs the message and place of an error, without the rows that a database adds", () => {
  const heard = listening("info");
  const error = Object.assign(new Error("refused", { cause: new Error("why") }), { code: "23505", detail: "canary" });
  heard.log.error({ err: error }, "it failed");
  expect(heard.lines()[0]).toMatchObject({
    err: {
      type: "Error",
      message: "refused",
      code: "23505",
      cause: { message: "why" },
      stack: expect.stringContaining("log.test"),
    },
  });
  expect(heard.text()).not.toContain("canary");
});
