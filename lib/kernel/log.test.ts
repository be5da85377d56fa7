import { afterAll, beforeAll, expect, it } from "vitest";
import { createApp } from "@/lib/api/app";
import { createLogger } from "@/lib/kernel/log";
import { createApiKey } from "@/lib/nouns/api-keys/mutations";
import { startEngines } from "@/lib/program/engines";
import { EngineBench, Receiver, SECRET, until } from "@/lib/program/engines.fixture";
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
  const breaker = { is_enabled: true, failure_count: 2, probe_interval: 60 };
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
  });
  const [delivery] = await bench.deliveries(projectId);
  expect(await line("an attempt ended")).toMatchObject({
    event,
    delivery: delivery?.id,
    endpoint: endpointId,
    status: 500,
    number: 1,
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

it("logs none of that at level info", async () => {
  const copy = await program("info");
  await sendFailing(copy);
  await copy.engines.stop();
  expect(copy.lines()).toEqual([]);
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
