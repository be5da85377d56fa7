import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listAttempts } from "@/lib/nouns/deliveries/attempts";
import { ProjectSettings } from "@/lib/nouns/project-settings/schemas";
import type { Engines } from "@/lib/program/engines";
import { EngineBench, eventFor, Receiver, until } from "@/lib/program/engines.fixture";

let bench: EngineBench;
let engines: Engines;
let receiver: Receiver;
let projectId: string;

beforeAll(async () => {
  bench = await EngineBench.open();
  engines = await bench.start();
  receiver = await new Receiver().open();
});
afterAll(async () => {
  await bench.close();
  receiver.close();
});
beforeEach(async () => {
  const { breaker } = ProjectSettings.parse({});
  projectId = await bench.project("outgoing", { breaker: { ...breaker, failure_count: 2 } });
  receiver.got.length = 0;
  receiver.answer = () => ({ status: 200 });
});

const makeEndpoint = async (path: string, places: Record<string, string> = {}) => {
  const url = `${new URL(receiver.url).origin}${path}`;
  const id = await bench.endpoint(projectId, url, { url_variables: JSON.stringify(places) });
  await bench.subscribe(projectId, id);
  return { id, url };
};
const send = async (endpointId: string, payload: string, headers: Record<string, string> = {}) => {
  const event = { payload: Buffer.from(payload), headers: { "content-type": "application/json", ...headers } };
  await engines.recorder.record(eventFor(projectId, endpointId, event));
};
const settled = (status: string, count = 1) =>
  until(async () => {
    const found = (await bench.deliveries(projectId)).filter((one) => one.status === status);
    return found.length >= count && found;
  });
const attemptsOf = (id: string) => listAttempts(bench.context(projectId), id);
const statusOf = async (id: string) =>
  (await bench.database.db.selectFrom("endpoints").select("status").where("id", "=", id).executeTakeFirstOrThrow())
    .status;

describe("a delivery to a URL with variables", () => {
  it("goes where its own event says, and its attempt shows that address", async () => {
    const { id } = await makeEndpoint("/hook/{tenant}?r={region}", { region: "header.X-Region" });
    await send(id, '{"tenant":"acme"}', { "x-region": "eu" });
    await send(id, '{"tenant":7.50}', { "x-region": "a&b" });
    const done = await settled("Success", 2);
    const paths = ["/hook/7.5?r=a%26b", "/hook/acme?r=eu"];
    expect(receiver.got.map(({ url }) => url).sort()).toEqual(paths);
    const attempts = (await Promise.all(done.map((one) => attemptsOf(one.id)))).flat();
    expect(attempts.map(({ url }) => new URL(url).pathname + new URL(url).search).sort()).toEqual(paths);
  });

  it.each([
    ["{}", /no text or number at tenant\.$/],
    ['{"tenant":null}', /no text or number at tenant\.$/],
    ['{"tenant":""}', /no text or number at tenant\.$/],
    ['{"tenant":["a"]}', /no text or number at tenant\.$/],
    ['{"tenant":".."}', /another path/],
    ["no JSON", /no text or number at tenant\.$/],
  ])("fails at once where its event has no fit value: %s", async (payload, message) => {
    const { id, url } = await makeEndpoint("/{tenant}/hook");
    await send(id, payload);
    const [delivery] = await settled("Failure");
    expect(delivery).toMatchObject({ num_trials: 1, description: expect.stringMatching(message) });
    const attempts = await attemptsOf(delivery?.id ?? "");
    expect(attempts).toMatchObject([{ url, error_code: "url_variable", error: expect.stringMatching(message) }]);
    expect(attempts[0]).toMatchObject({ response_status: null, request_http_header: {} });
    expect(receiver.got).toEqual([]);
  });

  it("that cannot be filled says nothing of the receiver to the circuit breaker", async () => {
    const { id } = await makeEndpoint("/{tenant}");
    for (let at = 0; at < 5; at++) await send(id, "{}");
    await settled("Failure", 5);
    await send(id, '{"tenant":"acme"}');
    await settled("Success");
    expect(await statusOf(id)).toBe("active");
  });

  it("is refused at an address that a value leads to, as any other", async () => {
    const url = "http://{name}.google.internal/";
    const id = await bench.endpoint(projectId, url, { url_variables: "{}" });
    await bench.subscribe(projectId, id);
    await send(id, '{"name":"metadata"}');
    const [delivery] = await settled("Retry");
    const [attempt] = await attemptsOf(delivery?.id ?? "");
    expect(attempt).toMatchObject({ error_code: "refused", url: "http://metadata.google.internal/" });
  });

  it("that is answered 410 Gone ends alone, and its endpoint stays", async () => {
    const { id } = await makeEndpoint("/{tenant}");
    receiver.answer = ({ url }) => ({ status: url === "/gone" ? 410 : 200 });
    await send(id, '{"tenant":"gone"}');
    await settled("Failure");
    await send(id, '{"tenant":"there"}');
    await settled("Success");
    expect(await statusOf(id)).toBe("active");
  });
});
