import { createServer } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { closeAll, listen } from "@/lib/egress/receiver.fixture";
import { listAttempts } from "@/lib/nouns/deliveries/attempts";
import type { Engines } from "@/lib/program/engines";
import { EngineBench, eventFor, until } from "@/lib/program/engines.fixture";

type Got = { method: string | undefined; headers: Record<string, unknown>; body: string };

let bench: EngineBench;
let engines: Engines;
let projectId: string;
let url: string;
let got: Got[];

beforeAll(async () => {
  bench = await EngineBench.open();
  engines = await bench.start();
});
afterAll(() => bench.close());
afterEach(closeAll);
beforeEach(async () => {
  projectId = await bench.project("outgoing");
  got = [];
  const host = await listen(
    createServer(async (request, response) => {
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece as Buffer);
      got.push({ method: request.method, headers: request.headers, body: Buffer.concat(pieces).toString() });
      response.end("ok");
    }),
  );
  url = `http://${host}/hook`;
});

const settled = (status: string) =>
  until(async () => {
    const [delivery] = await bench.deliveries(projectId);
    return delivery?.status === status && delivery;
  });
const attemptsOf = (id: string) => listAttempts(bench.context(projectId), id);

describe("the method of an endpoint", () => {
  it.each(["POST", "PUT", "PATCH"] as const)("%s is how its deliveries are sent, and what the attempt says", async (
    http_method,
  ) => {
    const endpointId = await bench.endpoint(projectId, url, { http_method });
    await bench.subscribe(projectId, endpointId);
    await engines.recorder.record(eventFor(projectId, endpointId));
    const delivery = await settled("Success");
    expect(got.map(({ method, body }) => [method, body])).toEqual([[http_method, '{"amount":42}']]);
    expect((await attemptsOf(delivery.id)).map(({ method }) => method)).toEqual([http_method]);
  });
});

describe("the fixed headers of an endpoint", () => {
  it("go along with each delivery", async () => {
    const endpointId = await bench.endpoint(projectId, url, { headers: JSON.stringify({ "X-Tenant": "acme" }) });
    await bench.subscribe(projectId, endpointId);
    await engines.recorder.record(eventFor(projectId, endpointId));
    const delivery = await settled("Success");
    expect(got[0]?.headers["x-tenant"]).toBe("acme");
    expect((await attemptsOf(delivery.id))[0]?.request_http_header).toMatchObject({ "x-tenant": "acme" });
  });
});
