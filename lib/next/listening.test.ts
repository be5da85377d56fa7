import { networkInterfaces } from "node:os";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { toOwnDoor } from "@/lib/egress/own-door";
import { DoorBench } from "@/lib/next/front-door.fixture";
import { killCopies, startCopy } from "@/lib/next/started-copy.fixture";

let doors: DoorBench;
beforeAll(async () => {
  doors = await DoorBench.open();
});
afterEach(() => {
  doors.closeDoors();
  killCopies();
});
afterAll(() => doors.bench.close());

const everywhere = { HOST: undefined };
const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === "::1"));
const noIpv6 = !hasIpv6;
if (noIpv6) console.log("skipped: this machine has no IPv6, so nothing listens there.");

/** What the pages see of a request: the address of its client. */
async function addressAt(base: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await fetch(`${base}/sign-in`, { headers });
  return ((await answer.json()) as { address: string }).address;
}

describe("a copy without HOST", () => {
  it("is reached by IPv4, which it tells as such", async () => {
    const { port, base } = await doors.openDoor({ settings: everywhere });
    expect(await addressAt(base)).toBe("127.0.0.1");
    expect((await fetch(`${base}/metrics`)).status).toBe(200);
    const { hostname } = toOwnDoor(undefined, port);
    expect((await fetch(`http://${hostname}:${port}/healthz`)).status).toBe(200);
  });

  it.skipIf(noIpv6)("is reached by IPv6", async () => {
    const { port } = await doors.openDoor({ settings: everywhere });
    expect(await addressAt(`http://[::1]:${port}`)).toBe("::1");
    expect((await fetch(`http://[::1]:${port}/metrics`)).status).toBe(200);
    expect((await fetch(`http://[::1]:${port}/metrics`, { headers: { "x-forwarded-for": "::1" } })).status).toBe(404);
  });

  it("trusts a proxy by its IPv4 address, and no other", async () => {
    const trusting = async (HOOKYARD_TRUSTED_PROXIES: string) =>
      (await doors.openDoor({ settings: { ...everywhere, HOOKYARD_TRUSTED_PROXIES } })).base;
    const forwarded = { "x-forwarded-for": "203.0.113.9" };
    expect(await addressAt(await trusting("127.0.0.0/8"), forwarded)).toBe("203.0.113.9");
    expect(await addressAt(await trusting("10.0.0.0/8"), forwarded)).toBe("127.0.0.1");
    const mapped = { "x-forwarded-for": "::ffff:203.0.113.9, ::FFFF:127.0.0.2" };
    expect(await addressAt(await trusting("127.0.0.0/8"), mapped)).toBe("203.0.113.9");
  });

  it.each(["1", "2"])("answers both, started in %s processes", async (HOOKYARD_PROCESSES) => {
    const { url } = await startCopy(doors.bench.database.url, { HOST: "", HOOKYARD_PROCESSES });
    const { port } = new URL(url);
    for (const host of ["127.0.0.1", ...(hasIpv6 ? ["[::1]"] : [])]) {
      expect((await fetch(`http://${host}:${port}/readyz`)).status).toBe(200);
      expect((await fetch(`http://${host}:${port}/metrics`)).status).toBe(200);
    }
  });
});

it("listens at the one address that HOST names", async () => {
  const { port } = await doors.openDoor({ settings: { HOST: "127.0.0.2" } });
  expect((await fetch(`http://127.0.0.2:${port}/healthz`)).status).toBe(200);
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
  expect(toOwnDoor("127.0.0.2", port)).toEqual({ hostname: "127.0.0.2", port });
});

it.each([undefined, "0.0.0.0", "::"])("reaches its own door when it listens at %s", (host) => {
  expect(toOwnDoor(host, 3000)).toEqual({ hostname: "127.0.0.1", port: 3000 });
});

describe("Strict-Transport-Security", () => {
  const TRUSTED = { HOOKYARD_TRUSTED_PROXIES: "127.0.0.1" };
  const HTTPS = { HOOKYARD_URL: "https://hooks.example.com" };
  const told = async (settings: Record<string, string>, proto: string | null, path = "/sign-in") => {
    const { base } = await doors.openDoor({ settings });
    const answer = await fetch(base + path, { headers: proto === null ? {} : { "x-forwarded-proto": proto } });
    return answer.headers.get("strict-transport-security");
  };

  it.each(["/sign-in", "/v1/me", "/healthz", "/ingest/x"])("is for a year, at %s", async (path) => {
    expect(await told({ ...TRUSTED, ...HTTPS }, "https", path)).toBe("max-age=31536000");
    expect(await told({ ...TRUSTED, ...HTTPS }, "https, http", path)).toBe("max-age=31536000");
  });

  it("is not told over HTTP, by a proxy that nobody trusts, or where the public address is no https", async () => {
    for (const proto of ["http", "http, https", null]) expect(await told({ ...TRUSTED, ...HTTPS }, proto)).toBeNull();
    expect(await told(HTTPS, "https")).toBeNull();
    expect(await told({ ...TRUSTED, HOOKYARD_URL: "http://hooks.example.com" }, "https")).toBeNull();
    expect(await told(TRUSTED, "https")).toBeNull();
  });
});
