import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { DoorBench, MIB } from "@/lib/next/front-door.fixture";
import { createMetricsDoor } from "@/lib/next/metrics-door";
import { until } from "@/lib/program/engines.fixture";

let doors: DoorBench;
let maskId: string;
beforeAll(async () => {
  doors = await DoorBench.open();
  ({ maskId } = doors);
});
afterEach(() => doors.closeDoors());
afterAll(() => doors.bench.close());

const open: DoorBench["openDoor"] = (opening) => doors.openDoor(opening);
const dial: DoorBench["dial"] = (port) => doors.dial(port);
const raw: DoorBench["raw"] = (port, head) => doors.raw(port, head);

describe("a request that a proxy before us may read as another one", () => {
  it.each([
    "/ingest/%2e%2e/v1/me",
    "/ingest/../v1/me",
    "/ingest/%2E./v1/me",
    "/ingest/x%2f..%2fv1/me",
    "/ingest/..\\v1\\me",
    "http://h/v1/me",
  ])("is refused: %s", async (target) => {
    const { port } = await open();
    expect(await raw(port, `GET ${target} HTTP/1.1\r\nHost: h`)).toBe("HTTP/1.1 400 Bad Request");
  });

  it("is refused with two hosts, with none, or with two ways to declare its length", async () => {
    const { port } = await open();
    const bad = "HTTP/1.1 400 Bad Request";
    expect(await raw(port, "GET /v1/me HTTP/1.1\r\nHost: a\r\nhost: b")).toBe(bad);
    expect(await raw(port, "GET /v1/me HTTP/1.1")).toBe(bad);
    const both = "Content-Length: 4\r\nTransfer-Encoding: chunked";
    expect(await raw(port, `POST /ingest/x HTTP/1.1\r\nHost: a\r\n${both}\r\n\r\n0`)).toBe(bad);
    expect(await raw(port, "GET /v1/me HTTP/1.1\r\nHost: a")).toBe("HTTP/1.1 401 Unauthorized");
  });
});

describe("a body for the pages", () => {
  it("reaches them whole, with a length or chunked", async () => {
    const { base } = await open();
    const body = "x".repeat(64 * 1024);
    expect(await (await fetch(`${base}/sign-in`, { method: "POST", body })).json()).toMatchObject({ length: 65_536 });
    const chunked = { method: "POST", body: new Blob([body]).stream(), duplex: "half" } as RequestInit;
    expect(await (await fetch(`${base}/sign-in`, chunked)).json()).toMatchObject({ length: 65_536 });
  });

  it("is refused above 64 KiB before it is read, with a length or chunked", async () => {
    const { port, bodies } = await open();
    const announced = `POST /api/auth/callback/credentials HTTP/1.1\r\nHost: h\r\nContent-Length: ${400 * MIB}`;
    expect(await raw(port, announced)).toContain("413");
    const connection = dial(port);
    connection.send("POST /api/auth/callback/credentials HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n");
    const chunk = Buffer.concat([Buffer.from("8000\r\n"), Buffer.alloc(0x8000), Buffer.from("\r\n")]);
    for (let n = 0; n < 3; n += 1) connection.send(chunk);
    expect(await connection.answered()).toContain("413");
    expect(bodies.used).toBe(0);
  });
});

describe.each(["production", "development"])("a request that offers an upgrade, in %s", (mode) => {
  const settings = { NODE_ENV: mode };
  const OFFER = "Host: h\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAA";

  it("is an ordinary request, whose connection is kept alive", async () => {
    const { port, upgraded } = await open({ settings });
    const connection = dial(port);
    const head = `POST /ingest/${maskId} HTTP/1.1\r\n${OFFER}\r\n`;
    connection.send(`${head}Content-Length: 13\r\n\r\n{"upgrade":`);
    connection.send("1}");
    await until(() => /^HTTP\/1.1 200 .*"Event received"/s.test(connection.soFar()));
    connection.send(`${head}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`);
    await until(() => /"Event received".*HTTP\/1.1 200 .*"Event received"/s.test(connection.soFar()));
    connection.send("GET /v1/me HTTP/1.1\r\nHost: h\r\n\r\n");
    await until(() => connection.soFar().includes("HTTP/1.1 401 "));
    expect(upgraded).toEqual([]);
  });

  it("is refused like any other, and answered by the pages if it is for them", async () => {
    const { port, upgraded } = await open({ settings: { ...settings, HOOKYARD_INGEST_URL: "https://in.example.com" } });
    expect(await raw(port, `GET /ingest/../v1/me HTTP/1.1\r\n${OFFER}`)).toBe("HTTP/1.1 400 Bad Request");
    expect(await raw(port, `POST /ingest/${maskId} HTTP/1.1\r\n${OFFER}`)).toBe("HTTP/1.1 404 Not Found");
    expect(await raw(port, `GET /nowhere HTTP/1.1\r\n${OFFER}`)).toBe("HTTP/1.1 200 OK");
    expect(upgraded).toEqual([]);
  });

  it("opens the reload channel in development only", async () => {
    const { port, upgraded } = await open({ settings });
    const connection = dial(port);
    connection.send("GET /_next/hmr?id=1 HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
    await until(() => upgraded.length > 0 || connection.soFar().startsWith("HTTP/1.1 200 "));
    expect(upgraded).toEqual(mode === "development" ? ["/_next/hmr?id=1"] : []);
  });
});

it("accepts a bounded number of connections, and tells the next to come back", async () => {
  const { port } = await open({ settings: { HOOKYARD_CONNECTIONS: "16", HOOKYARD_TRUSTED_PROXIES: "127.0.0.1" } });
  const connections = Array.from({ length: 16 }, () => dial(port));
  for (const connection of connections)
    connection.send("POST /ingest/x HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\n1");
  await Promise.all(connections.map((connection) => connection.answered()));
  expect(await raw(port, "GET /healthz HTTP/1.1\r\nHost: h")).toContain("503");
});

it("leaves half of its connections to others than one network", async () => {
  const { port } = await open({ settings: { HOOKYARD_CONNECTIONS: "16" } });
  const connections = Array.from({ length: 8 }, () => dial(port));
  for (const connection of connections) connection.send("GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n");
  for (const connection of connections) expect(await connection.answered()).toContain("200");
  expect(await raw(port, "GET /healthz HTTP/1.1\r\nHost: h")).toContain("503");
});

describe("what a proxy says about a request", () => {
  const ask = async (settings: Record<string, string>, forwarded: string) => {
    const { base } = await open({ settings });
    return (await fetch(base, { headers: { "x-forwarded-for": forwarded } })).json();
  };

  it("is ignored unless the operator trusts the proxy", async () => {
    expect(await ask({}, "203.0.113.9")).toEqual({ length: 0, forwarded: null, address: "127.0.0.1" });
  });

  it("counts up to the first address that no trusted proxy has", async () => {
    const settings = { HOOKYARD_TRUSTED_PROXIES: "127.0.0.0/8, 10.0.0.0/8" };
    expect(await ask(settings, "1.1.1.1, 203.0.113.9, 10.1.2.3")).toMatchObject({ address: "203.0.113.9" });
    expect(await ask(settings, "10.1.2.3")).toMatchObject({ address: "10.1.2.3" });
    expect(await ask(settings, "nonsense")).toMatchObject({ address: "127.0.0.1" });
  });
});

describe("the metrics", () => {
  const TOKEN = "a-token-of-16-or-more";
  const status = async (base: string, headers: Record<string, string> = {}) =>
    (await fetch(`${base}/metrics`, { headers })).status;

  it("are for this machine alone, and not for clients that it forwards", async () => {
    const { base } = await open();
    expect(await status(base)).toBe(200);
    expect(await status(base, { "x-forwarded-for": "203.0.113.9" })).toBe(404);
    expect(await status(base, { "x-hookyard-local": "1", via: "1.1 proxy" })).toBe(404);
  });

  it("are with a token for callers that have it, and for nobody else", async () => {
    const { base } = await open({ settings: { HOOKYARD_METRICS_TOKEN: TOKEN } });
    expect(await status(base)).toBe(401);
    expect(await status(base, { authorization: `Bearer ${TOKEN}x` })).toBe(401);
    expect(await status(base, { authorization: `Bearer ${TOKEN}` })).toBe(200);
  });

  it("may have a port of their own, which serves nothing else", async () => {
    const base = `http://127.0.0.1:${await doors.listen(createMetricsDoor(TOKEN))}`;
    expect(await status(base)).toBe(401);
    expect(await status(base, { authorization: `Bearer ${TOKEN}` })).toBe(200);
    expect((await fetch(`${base}/v1/me`)).status).toBe(404);
  });

  it("have few connections on that port, and read no body", async () => {
    const door = createMetricsDoor(undefined);
    const port = await doors.listen(door);
    const large = dial(port);
    large.send(`POST /metrics HTTP/1.1\r\nHost: h\r\nContent-Length: ${MIB}\r\n\r\n`);
    expect(await large.answered()).toContain("200 OK");
    large.send(Buffer.alloc(MIB));
    large.send("GET /metrics HTTP/1.1\r\nHost: h\r\n\r\n");
    await until(() => large.soFar().split("HTTP/1.1 200 OK").length === 3);
    const connections = Array.from({ length: 31 }, () => dial(port));
    for (const connection of connections) connection.send("GET /metrics HTTP/1.1\r\n");
    await until(() => new Promise<boolean>((done) => door.getConnections((_, open) => done(open === 32))));
    expect(await raw(port, "GET /metrics HTTP/1.1\r\nHost: h")).toBe("HTTP/1.1 503 Service Unavailable");
  });
});

describe("an origin of its own for /ingest", () => {
  const settings = { HOOKYARD_URL: "https://app.example.com", HOOKYARD_INGEST_URL: "https://in.example.com" };
  const ask = async (host: string, path: string) => {
    const { port } = await open({ settings });
    return (await raw(port, `GET ${path} HTTP/1.1\r\nHost: ${host}`)).split(" ")[1];
  };

  it("has nothing but /ingest, which is nowhere else", async () => {
    expect(await ask("in.example.com", `/ingest/${maskId}`)).toBe("400");
    expect(await ask("IN.example.com:443", `/ingest/${maskId}`)).toBe("400");
    for (const host of ["in.example.com.", "in.example.com:8080"]) {
      expect([await ask(host, `/ingest/${maskId}`), await ask(host, "/sign-in")]).toEqual(["400", "404"]);
    }
    for (const path of ["/", "/v1/me", "/sign-in", "/healthz", "/metrics"]) {
      expect(await ask("in.example.com", path)).toBe("404");
    }
    expect(await ask("app.example.com", `/ingest/${maskId}`)).toBe("404");
    expect(await ask("app.example.com", "/v1/me")).toBe("401");
  });

  it("is part of the addresses of sources", async () => {
    const { base } = await open({ settings: { HOOKYARD_INGEST_URL: "https://in.example.com" } });
    const headers = { authorization: doors.incoming.keys.admin };
    const page = (await (await fetch(`${base}/v1/projects/${doors.incoming.id}/sources`, { headers })).json()) as {
      data: { content: { url: string }[] };
    };
    expect(page.data.content[0]?.url).toBe(`https://in.example.com/ingest/${maskId}`);
  });
});

describe("every refusal at the front door", () => {
  it("runs nothing in a browser", async () => {
    const { port } = await open();
    const connection = dial(port);
    connection.send("GET /ingest/../x HTTP/1.1\r\nHost: h\r\n\r\n");
    expect(await connection.answered()).toMatch(/content-security-policy: sandbox; default-src 'none'/i);
  });
});
