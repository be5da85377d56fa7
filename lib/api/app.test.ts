import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { getRequestListener } from "@hono/node-server";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { createApp } from "@/lib/api/app";
import { createDatabase, type Database } from "@/lib/db/client";

let bench: ApiBench;
let project: ApiProject;
beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("incoming");
});
afterAll(() => bench.close());

describe("every answer", () => {
  it("names its request, by the caller's own id if that is valid", async () => {
    const idOf = async (given: string) =>
      (await bench.ask("GET", "/v1/nothing", { headers: { "x-request-id": given } })).headers.get("x-request-id");
    expect(await idOf("my-request.1")).toBe("my-request.1");
    for (const given of ["short", "with space in it", "x".repeat(200), "<script>alert(1)</script>"]) {
      expect(await idOf(given)).toMatch(/^[0-9a-f-]{36}$/);
    }
    for (const path of ["/healthz", "/readyz", "/metrics", "/v1/openapi.json", "/ingest/unknown"]) {
      expect((await bench.ask("GET", path)).headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  it("of /v1 is not cached and is nothing but its content type", async () => {
    for (const path of ["/v1/nothing", "/v1/me", "/v1/openapi.json", `/v1/projects/${project.id}`]) {
      const { headers } = await bench.ask("GET", path, { key: project.keys.viewer });
      expect([headers.get("x-content-type-options"), headers.get("cache-control")]).toEqual(["nosniff", "no-store"]);
    }
  });

  it("reveals nothing of an internal error except the request id, which leads to it in the log", async () => {
    const lines: string[] = [];
    const log = pino({ level: "error" }, { write: (line: string) => void lines.push(line) });
    const box = {
      ...bench.services.box,
      open: () => {
        throw new Error("the secret inside");
      },
    };
    const app = createApp({ ...bench.services, log, box }, { readSession: async () => null });
    const endpointId = await project.endpoint();
    const response = await app.request(`/v1/projects/${project.id}/endpoints/${endpointId}`, {
      headers: { authorization: project.keys.admin },
    });
    const text = await response.text();
    expect([response.status, JSON.parse(text).error.code]).toEqual([500, "internal"]);
    expect(text).not.toContain("secret inside");
    expect(lines.join()).toContain("the secret inside");
    expect(lines.join()).toContain(response.headers.get("x-request-id"));
  });

  it("is 503 with Retry-After while the database is unreachable", async () => {
    const db = createDatabase("postgres://nobody@127.0.0.1:1/none");
    const lines: string[] = [];
    const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
    const app = createApp({ ...bench.services, db, dbs: () => [db], log }, { readSession: async () => null });
    for (const path of [`/v1/projects/${project.id}`, "/readyz"]) {
      const response = await app.request(path, { headers: { authorization: "hy_abcdefghijkl_".padEnd(59, "x") } });
      expect([response.status, response.headers.get("retry-after")]).toEqual([503, "2"]);
      expect(await response.json()).toMatchObject({ status: false, error: { code: "unavailable" } });
    }
    expect((await app.request("/healthz")).status).toBe(200);
    const ask = () =>
      app.request(`/v1/projects/${project.id}`, { headers: { authorization: "hy_abcdefghijkl_".padEnd(59, "x") } });
    const startedAt = performance.now();
    for (let n = 0; n < 50; n += 1) await ask();
    const seconds = (performance.now() - startedAt) / 1000;
    // Includes those of earlier requests.
    const told = lines.filter((line) => line.includes("could not be served")).length;
    expect(told).toBeLessThan(Math.min(50, 10 + seconds));
    await db.destroy();
  });
});

it("reports whether it is alive, ready, and what it counted", async () => {
  expect((await bench.ask("GET", "/healthz")).body.status).toBe(true);
  expect((await bench.ask("GET", "/readyz")).status).toBe(200);
  // Set by the front door for requests from this machine.
  const { body } = await bench.ask("GET", "/metrics", { headers: { "x-hookyard-local": "1" } });
  expect(body).toContain('hookyard_http_requests_total{door="other",method="GET",status="200"}');
});

it("is ready as long as one of the servers of its database answers", async () => {
  const away = createDatabase("postgres://nobody@127.0.0.1:1/none");
  const readyWith = async (db: Database, shards: Database[]) => {
    const app = createApp({ ...bench.services, db, dbs: () => shards }, { readSession: async () => null });
    return (await app.request("/readyz")).status;
  };
  const { db: here } = bench.services;
  expect(await readyWith(away, [away, here])).toBe(200);
  expect(await readyWith(here, [away, away])).toBe(200);
  expect(await readyWith(away, [away, away])).toBe(503);
  await away.destroy();
});

describe("behind Node's own server", () => {
  const server = createServer();
  let base = "";
  beforeAll(async () => {
    server.on("request", getRequestListener(bench.app.fetch));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/projects/${project.id}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const headers = () => ({ authorization: project.keys.admin, "content-type": "application/json" });

  it("reads and answers JSON", async () => {
    const body = JSON.stringify({ name: "Ünïcode ✓", url: "https://example.com/" });
    const made = await fetch(`${base}/endpoints`, { method: "POST", headers: headers(), body });
    expect(made.status).toBe(201);
    expect(made.headers.get("content-type")).toContain("application/json");
    expect((await made.json()).data.name).toBe("Ünïcode ✓");
    const head = await fetch(base, { method: "HEAD", headers: headers() });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });

  it("compresses a long answer for whoever takes it, and never one to a change", async () => {
    const { id, keys } = await bench.project("incoming");
    const here = `/v1/projects/${id}/endpoints`;
    const ask = (accept: string, init: RequestInit = {}) =>
      bench.app.request(here, {
        ...init,
        headers: { authorization: keys.admin, "content-type": "application/json", "accept-encoding": accept },
      });
    const short = await ask("gzip");
    for (let i = 0; i < 20; i++) {
      const body = JSON.stringify({
        name: `endpoint ${i}`,
        url: "https://example.com/",
        description: "x".repeat(200),
      });
      const made = await ask("gzip", { method: "POST", body });
      expect([made.status, made.headers.get("content-encoding")]).toEqual([201, null]);
    }
    const [plain, small] = await Promise.all([ask("identity"), ask("br, gzip")]);
    expect([short, plain, small].map(({ headers }) => headers.get("content-encoding"))).toEqual([null, null, "gzip"]);
    expect(small.headers.get("vary")).toContain("Accept-Encoding");
    const bytes = Buffer.from(await small.arrayBuffer());
    expect(bytes.length).toBeLessThan(5_000);
    expect(gunzipSync(bytes).toString()).toBe(await plain.text());
  });

  it("counts a body while reading it, with or without a declared length", async () => {
    const big = `{"name":"${"x".repeat(5 * 1024 * 1024)}"}`;
    const send = (body: BodyInit) =>
      fetch(`${base}/endpoints`, { method: "POST", headers: headers(), body, duplex: "half" } as RequestInit);
    expect((await send(big)).status).toBe(413);
    const chunks = new ReadableStream({
      start(controller) {
        for (let at = 0; at < big.length; at += 65_536) controller.enqueue(Buffer.from(big.slice(at, at + 65_536)));
        controller.close();
      },
    });
    expect((await send(chunks)).status).toBe(413);
  });
});
