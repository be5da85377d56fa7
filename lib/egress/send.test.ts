import { createServer } from "node:http";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { closeAll, listen, post, sender, serve, serveRaw } from "./receiver.fixture";

afterEach(closeAll);

describe("a request", () => {
  it("arrives byte for byte, and its answer comes back", async () => {
    let seen = {};
    const url = await serve(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      seen = {
        method: request.method,
        path: request.url,
        type: request.headers["content-type"],
        body: Buffer.concat(chunks),
      };
      response.writeHead(201, { "X-Answer": "yes", "set-cookie": ["a=1", "b=2"] }).end("thanks");
    });
    const body = Buffer.from([0, 1, 2, 255]);
    const request = post(`${url}?a=%20b`, { method: "PUT", headers: { "Content-Type": "application/x" }, body });
    const result = await sender().send(request);
    expect(seen).toEqual({ method: "PUT", path: "/hook?a=%20b", type: "application/x", body });
    expect(result).toMatchObject({ status: 201, error: null, bodyTruncated: false, body: Buffer.from("thanks") });
    expect(result.headers).toMatchObject({ "x-answer": "yes", "set-cookie": "a=1, b=2" });
    expect(result.startedAt).toBeInstanceOf(Date);
    expect(result.durationMs).toBeGreaterThan(0);
  });

  it("reuses connections", async () => {
    const ports = new Set<number | undefined>();
    const url = await serve((request, response) => {
      ports.add(request.socket.remotePort);
      response.end();
    });
    const { send } = sender();
    for (let i = 0; i < 20; i++) await send(post(url));
    expect(ports.size).toBeLessThanOrEqual(2);
  });

  it("omits headers that belong to another connection", async () => {
    let host: string | undefined;
    const url = await serve((request, response) => {
      host = request.headers.host;
      response.end(request.headers["content-length"]);
    });
    const headers = {
      Host: "evil.example",
      "content-length": "99",
      "Transfer-Encoding": "chunked",
      expect: "100-continue",
    };
    const result = await sender().send(post(url, { headers }));
    expect(result).toMatchObject({ status: 200, body: Buffer.from("2") });
    expect(url).toContain(host);
  });

  it("is not redirected", async () => {
    let calls = 0;
    const url = await serve((_, response) => {
      calls += 1;
      response.writeHead(302, { location: "/elsewhere" }).end();
    });
    const result = await sender().send(post(url));
    expect(result).toMatchObject({ status: 302, error: null });
    expect(result.headers.location).toBe("/elsewhere");
    expect(calls).toBe(1);
  });

  it("skips informational answers", async () => {
    const url = await serveRaw((socket) => {
      socket.end("HTTP/1.1 103 Early Hints\r\nlink: a\r\n\r\nHTTP/1.1 204 No Content\r\nx-b: c\r\n\r\n");
    });
    expect(await sender().send(post(url))).toMatchObject({ status: 204, headers: { "x-b": "c" }, error: null });
  });
});

describe("a large answer", () => {
  it("is cut, which is not an error, though it never ends", async () => {
    let onClose = () => {};
    const closed = new Promise<void>((resolve) => {
      onClose = resolve;
    });
    const url = await serve((request, response) => {
      request.socket.on("close", onClose);
      const write = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384, "x")));
      };
      response.on("drain", write);
      write();
    });
    const result = await sender().send(post(url));
    expect(result).toMatchObject({ status: 200, error: null, bodyTruncated: true });
    expect(result.body.equals(Buffer.alloc(65_536, "x"))).toBe(true);
    await closed;
  });

  it("of exactly the limit is complete", async () => {
    const url = await serve((_, response) => response.end(Buffer.alloc(100)));
    const result = await sender({ maxResponseBytes: 100 }).send(post(url));
    expect(result).toMatchObject({ bodyTruncated: false, body: Buffer.alloc(100) });
  });

  it("stays compressed", async () => {
    const zipped = gzipSync(Buffer.alloc(10_000_000));
    const url = await serve((_, response) => response.writeHead(200, { "content-encoding": "gzip" }).end(zipped));
    expect((await sender().send(post(url))).body.equals(zipped)).toBe(true);
  });

  it("in its headers is an error", async () => {
    const url = await serveRaw((socket) => {
      socket.write("HTTP/1.1 200 OK\r\nx-large: ");
      const chunk = Buffer.alloc(1_000_000, "a");
      for (let i = 0; i < 10; i++) socket.write(chunk);
      socket.end("\r\n\r\n");
    });
    const { error, status } = await sender().send(post(url));
    expect({ status, code: error?.code }).toEqual({ status: null, code: "response_headers_too_large" });
  });
});

describe("a failure is returned, not thrown", () => {
  it("if nobody answers in time", async () => {
    const url = await serve(() => {});
    const result = await sender().send(post(url, { timeoutMs: 150 }));
    expect(result).toMatchObject({ status: null, error: { code: "timeout", message: "No answer within 0.15 s." } });
    expect(result.durationMs).toBeGreaterThanOrEqual(145);
  });

  it("if the body drips for longer than the deadline", async () => {
    const url = await serve((_, response) => {
      const drip = setInterval(() => response.write("."), 20);
      response.on("close", () => clearInterval(drip));
    });
    const result = await sender().send(post(url, { timeoutMs: 150 }));
    expect(result.error).toEqual({
      code: "timeout",
      detail: "body",
      message: "Answered 200, but the body did not end within 0.15 s.",
    });
    expect(result).toMatchObject({ status: 200, bodyTruncated: false });
    expect(result.body.toString()).toMatch(/^\.+$/);
  });

  it("if the connection is reset in the middle of the body", async () => {
    const url = await serveRaw((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf", () => socket.resetAndDestroy());
    });
    const { error } = await sender().send(post(url));
    expect(error?.code).toBe("connection_closed");
  });

  it("if nobody listens", async () => {
    const server = createServer();
    const host = await listen(server);
    server.close();
    const { error } = await sender().send(post(`http://${host}/`));
    expect(error).toEqual({ code: "connection_refused", message: `Connection refused by ${host}.` });
  });

  it("if the answer is not HTTP", async () => {
    const url = await serveRaw((socket) => socket.end("SSH-2.0-OpenSSH_9.2\r\n"));
    expect((await sender().send(post(url))).error).toEqual({
      code: "invalid_response",
      message: expect.stringMatching(/^The answer of 127\.0\.0\.1:\d+ is not valid HTTP: .+[^.]\.$/),
    });
  });

  it("if the port does not speak TLS", async () => {
    const url = await serveRaw((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
    expect((await sender().send(post(url.replace("http:", "https:")))).error?.code).toBe("tls");
  });

  it("if the name is unknown", async () => {
    const unknown = Object.assign(new Error("getaddrinfo ENOTFOUND nowhere.example"), { code: "ENOTFOUND" });
    const { send } = sender({ resolve: () => Promise.reject(unknown) });
    expect((await send(post("http://nowhere.example/"))).error).toEqual({
      code: "dns",
      message: "The name of nowhere.example has no address.",
    });
  });

  it("if the request has a header that HTTP does not allow", async () => {
    const url = await serve((_, response) => response.end());
    const { error } = await sender().send(post(url, { headers: { "x-a": "b\r\nx-injected: c" } }));
    expect(error?.code).toBe("invalid_request");
  });

  it("if the caller gives up, before and during", async () => {
    const url = await serve(() => controller.abort());
    const controller = new AbortController();
    const { send } = sender();
    for (let i = 0; i < 2; i++) {
      expect((await send(post(url, { signal: controller.signal }))).error?.code).toBe("aborted");
    }
  });

  it("if the sender is closed", async () => {
    const url = await serve((_, response) => response.end());
    const made = sender();
    expect((await made.send(post(url))).status).toBe(200);
    await made.close();
    expect((await made.send(post(url))).error?.code).toBe("closed");
  });
});

it("keeps one hanging destination from delaying another", async () => {
  const hanging = await serve(() => {});
  const quick = await serve((_, response) => response.end());
  const { send } = sender();
  const stop = new AbortController();
  let over = 0;
  const hung = Array.from({ length: 300 }, async () => {
    await send(post(hanging, { timeoutMs: 600_000, signal: stop.signal }));
    over += 1;
  });
  const results = await Promise.all(Array.from({ length: 100 }, () => send(post(quick))));
  expect([results.every((result) => result.status === 200), over]).toEqual([true, 0]);
  stop.abort();
  await Promise.all(hung);
});
