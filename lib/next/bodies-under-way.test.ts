import { once } from "node:events";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { DoorBench, MIB } from "@/lib/next/front-door.fixture";
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

describe("bodies in progress", () => {
  const half = (length: number) =>
    `POST /ingest/${maskId} HTTP/1.1\r\nHost: h\r\nContent-Length: ${length}\r\n\r\n${"x".repeat(1000)}`;

  const begin = (port: number, length: number, from: string) => {
    const connection = dial(port);
    const head = `POST /ingest/${maskId} HTTP/1.1\r\nHost: h\r\nX-Forwarded-For: ${from}`;
    connection.send(`${head}\r\nContent-Length: ${length}\r\n\r\n`);
    return connection;
  };

  it("share a bounded memory: large ones get 503, small ones still get in", async () => {
    const { port, base, bodies } = await open({ settings: { HOOKYARD_BODY_MIB: "64" } });
    const connections = Array.from({ length: 8 }, () => dial(port));
    for (const connection of connections) connection.send(half(48 * MIB));
    const refused = await until(() => {
      const answers = connections
        .map((connection) => connection.soFar())
        .filter((answer) => answer.includes("\r\n\r\n"));
      return answers.length === 7 && answers;
    });
    for (const answer of refused) expect(answer).toMatch(/^HTTP\/1.1 503 .*retry-after: 5/is);
    const taken = connections.find((connection) => !connection.soFar().includes("\r\n\r\n"));
    taken?.send(Buffer.alloc(47 * MIB));
    await until(() => bodies.used >= 47 * MIB);
    expect(bodies.used).toBeLessThan(50 * MIB);
    const small = await fetch(`${base}/ingest/${maskId}`, { method: "POST", body: "{}" });
    expect(small.status).toBe(200);
  });

  it("use together no more than the memory if all of them come at once, and one succeeds", async () => {
    const { port, bodies } = await open({ settings: { HOOKYARD_BODY_MIB: "64" } });
    const head = `POST /ingest/${maskId} HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const connections = Array.from({ length: 8 }, () => dial(port));
    for (const connection of connections) connection.send(head);
    const chunk = Buffer.concat([Buffer.from("100000\r\n"), Buffer.alloc(MIB, 97), Buffer.from("\r\n")]);
    let most = 0;
    for (let mib = 0; mib < 40; mib += 1) {
      for (const connection of connections) connection.send(chunk);
      most = Math.max(most, bodies.used);
    }
    for (const connection of connections) connection.send("0\r\n\r\n");
    const answers = await until(() => {
      most = Math.max(most, bodies.used);
      const told = connections.map((connection) => connection.soFar().slice(0, 12));
      return told.every((answer) => answer !== "") && told;
    });
    expect(most).toBeLessThanOrEqual(64 * MIB);
    expect(new Set(answers)).toEqual(new Set(["HTTP/1.1 200", "HTTP/1.1 503"]));
  });

  it("lock no ordinary body out by their declared lengths", async () => {
    const settings = { HOOKYARD_BODY_MIB: "64", HOOKYARD_TRUSTED_PROXIES: "127.0.0.1" };
    const { port, base, bodies } = await open({ settings });
    const connections = Array.from({ length: 300 }, (_, n) => begin(port, 5 * MIB, `192.0.2.${n % 250}`));
    for (const connection of connections) connection.send("x".repeat(1_000));
    await until(() => bodies.used >= 300 * 1_000);
    expect(bodies.used).toBeLessThanOrEqual(300 * 16 * 1024);
    const ordinary = await fetch(`${base}/ingest/${maskId}`, { method: "POST", body: "x".repeat(600_000) });
    expect(ordinary.status).toBe(200);
  });

  it("leave half of the memory to others than one network, whatever it sends", async () => {
    const settings = { HOOKYARD_BODY_MIB: "8", HOOKYARD_TRUSTED_PROXIES: "127.0.0.1" };
    const { port, base, bodies } = await open({ settings });
    const connections = Array.from({ length: 40 }, () => begin(port, 300_000, "192.0.2.1"));
    for (const connection of connections) connection.send("x".repeat(200_000));
    await until(() => bodies.used >= 3 * MIB);
    expect(bodies.used).toBeLessThanOrEqual(5 * MIB);
    const headers = { "x-forwarded-for": "192.0.2.2" };
    const ordinary = await fetch(`${base}/ingest/${maskId}`, { method: "POST", body: "x".repeat(MIB), headers });
    expect(ordinary.status).toBe(200);
  });

  it("are given up if they arrive too slowly, and leave nothing behind", async () => {
    const { port, bodies } = await open({ windowMs: 200 });
    const connection = dial(port);
    connection.send(half(48 * MIB));
    expect(await connection.answered()).toContain("408");
    await connection.closed();
    expect(bodies.used).toBe(0);
  });

  it("let their sender read its 413, although it writes all of it first", async () => {
    const { port } = await open();
    const socket = doors.connect(port).pause();
    const head = `POST /ingest/${maskId} HTTP/1.1\r\nHost: h\r\nContent-Length: ${60 * MIB}\r\n\r\n`;
    socket.write(head);
    for (let sent = 0; sent < 60; sent += 1) {
      await new Promise<void>((resolve, reject) => {
        socket.write(Buffer.alloc(MIB), (error) => (error ? reject(error) : resolve()));
      });
    }
    const [answer] = await once(socket.resume(), "data");
    expect(String(answer)).toMatch(/^HTTP\/1.1 413 /);
  });
});
