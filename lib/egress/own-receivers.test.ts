import { afterEach, describe, expect, it } from "vitest";
import { createAddressGuard } from "./address-guard";
import { createOwnReceivers } from "./own-receivers";
import { closeAll, post, sender, serve } from "./receiver.fixture";

afterEach(closeAll);

const TOKEN = "Zk3vN8qLr2TtYw5sXc7bHj9mPd4gKf6A";
const door = { hostname: "127.0.0.1", port: 3000 };

describe("the address of a receiver", () => {
  it.each([
    ["http://localhost:3000", "127.0.0.1", "http://127.0.0.1:3000", "localhost:3000"],
    ["https://hooks.example.com", "::1", "http://[::1]:3000", "hooks.example.com"],
  ])("under %s leads to the own door at %s", (base, hostname, origin, host) => {
    const own = createOwnReceivers(base, { hostname, port: 3000 });
    expect(own.find(`${base}/receive/${TOKEN}`)).toEqual({ origin, host, path: `/receive/${TOKEN}` });
  });

  it.each([
    "http://localhost:3000/v1/me",
    "http://localhost:3000/ingest/x",
    "http://localhost:3000/receive/",
    "http://localhost:3000/receive",
    `http://localhost:3000/receive/${TOKEN}/`,
    `http://localhost:3000/receive/${TOKEN}?a=1`,
    `http://localhost:3000/receive/${TOKEN}#a`,
    `http://localhost:3000/receive/${TOKEN}A`,
    `http://localhost:3000/receive/${TOKEN}\n`,
    `http://localhost:3000/receive/../${TOKEN.slice(3)}`,
    `http://localhost:3000/receive/%2e%2e%2fv1%2fme${TOKEN.slice(16)}`,
    `http://localhost:3000//receive/${TOKEN}`,
    `http://localhost:3001/receive/${TOKEN}`,
    `http://localhost:30000/receive/${TOKEN}`,
    `http://localhost/receive/${TOKEN}`,
    `http://LOCALHOST:3000/receive/${TOKEN}`,
    `http://localhost.:3000/receive/${TOKEN}`,
    `http://127.0.0.1:3000/receive/${TOKEN}`,
    `https://localhost:3000/receive/${TOKEN}`,
    `http://a@localhost:3000/receive/${TOKEN}`,
    `http://localhost:3000@evil.example/receive/${TOKEN}`,
  ])("is not %s, which the guard judges as any other", (url) => {
    expect(createOwnReceivers("http://localhost:3000", door).find(url)).toBeNull();
  });
});

describe("a delivery to a receiver of this installation", () => {
  async function openDoor() {
    const seen: { path: string | undefined; host: string | undefined; forged: unknown }[] = [];
    const { port } = new URL(
      await serve((request, response) => {
        const { host, "content-length": _, ...others } = request.headers;
        seen.push({ path: request.url, host, forged: others.expect });
        response.writeHead(307, { location: "/v1/me" }).end();
      }),
    );
    const own = createOwnReceivers("https://hooks.example.com", { hostname: "127.0.0.1", port: Number(port) });
    return { seen, port, ...sender({ guard: createAddressGuard(""), own }) };
  }

  it("goes to this copy's own door under the name of its address, and is not redirected", async () => {
    const { send, seen } = await openDoor();
    const url = `https://hooks.example.com/receive/${TOKEN}`;
    const { status, error } = await send(post(url, { headers: { Host: "evil.example", expect: "x" } }));
    expect([status, error]).toEqual([307, null]);
    expect(seen).toEqual([{ path: `/receive/${TOKEN}`, host: "hooks.example.com", forged: undefined }]);
  });

  it("opens that door for nothing else", async () => {
    const { send, seen, port } = await openDoor();
    for (const url of [`http://127.0.0.1:${port}/receive/${TOKEN}`, `http://localhost:${port}/v1/me`]) {
      expect((await send(post(url))).error).toMatchObject({ code: "refused" });
    }
    expect(seen).toEqual([]);
  });

  it("is refused as any other without a door", async () => {
    const { send } = sender({ guard: createAddressGuard("") });
    expect((await send(post(`http://localhost:3000/receive/${TOKEN}`))).error).toMatchObject({ code: "refused" });
  });
});
