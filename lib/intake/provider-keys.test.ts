import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeCertificate } from "@/lib/egress/authority.fixture";
import { closeAll, listen, sender } from "@/lib/egress/receiver.fixture";
import type { Sender } from "@/lib/egress/send";
import { ProviderHosts } from "@/lib/intake/provider-hosts";
import { ProviderKeys } from "@/lib/intake/provider-keys";
import type { NeededKey } from "@/lib/providers/verification/needed-key";

const NAME = "sns.amazonaws.com";
const DAY_MS = 86_400_000;

const root = makeCertificate({ name: "A root of ours", isAuthority: true });
const between = makeCertificate({ name: "An authority of ours", isAuthority: true, by: root });
const own = makeCertificate({ name: NAME, names: [NAME], by: between });
const whole = own.pem + between.pem;

const certificate = (name: string): NeededKey => {
  return {
    form: "certificate",
    url: `https://sns.us-east-1.amazonaws.com/${name}.pem`,
    names: "sns\\.amazonaws\\.com",
  };
};
const ofSet = (kid: string): NeededKey => ({ form: "jwks", url: "https://keys.example.com/certs", kid });

let asked: string[];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let now: number;
let keys: ProviderKeys;

beforeEach(async () => {
  asked = [];
  answer = (_request, response) => response.end(whole);
  now = Date.now();
  const host = await listen(
    createServer((request, response) => {
      asked.push(request.url ?? "");
      answer(request, response);
    }),
  );
  // The provider's hosts are at this machine here.
  const real = sender();
  const send: Sender["send"] = (request) => {
    const { pathname } = new URL(request.url);
    return real.send({ ...request, url: `http://${host}${pathname}` });
  };
  keys = new ProviderKeys(new ProviderHosts({ send }, () => now), { roots: [root.pem], nowMs: () => now });
});
afterEach(closeAll);

const get = (needed: NeededKey, source = "source-1") => keys.get(needed, source);
const refusedAs = (reason: string) => expect.objectContaining({ code: "unauthorized", reason });
const UNREACHABLE = expect.objectContaining({ code: "unavailable", reason: "key_unreachable" });

describe("A published key", () => {
  it("is fetched once, however many requests need it", async () => {
    const found = await Promise.all(Array.from({ length: 20 }, () => get(certificate("a"))));
    expect(found.every((key) => key.equals(own.publicKey))).toBe(true);
    await get(certificate("a"), "source-2");
    expect(asked).toEqual(["/a.pem"]);
  });

  it("is fetched again after a day", async () => {
    const long = makeCertificate({ name: NAME, names: [NAME], by: root, to: new Date(now + 9 * DAY_MS) });
    answer = (_request, response) => response.end(long.pem);
    await get(certificate("a"));
    now += DAY_MS - 1;
    await get(certificate("a"));
    expect(asked).toHaveLength(1);
    now += 1;
    await get(certificate("a"));
    expect(asked).toHaveLength(2);
  });

  it("is refused if there is none, and not asked for again within a minute", async () => {
    answer = (_request, response) => response.writeHead(404).end();
    await expect(get(certificate("a"))).rejects.toEqual(refusedAs("key_unknown"));
    await expect(get(certificate("a"))).rejects.toEqual(refusedAs("key_unknown"));
    expect(asked).toHaveLength(1);
    now += 60_000;
    answer = (_request, response) => response.end(whole);
    await get(certificate("a"));
  });

  it("that cannot be fetched now is to be tried again later", async () => {
    for (const status of [301, 403, 429, 500, 503]) {
      answer = (_request, response) => response.writeHead(status, { location: "/b.pem" }).end(whole);
      await expect(get(certificate(`a${status}`))).rejects.toEqual(UNREACHABLE);
    }
    answer = (request) => request.socket.destroy();
    await expect(get(certificate("cut"))).rejects.toEqual(UNREACHABLE);
    answer = (_request, response) => response.end(whole + "x".repeat(70_000));
    await expect(get(certificate("long"))).rejects.toEqual(UNREACHABLE);
    expect(asked).not.toContain("/b.pem");
    const before = asked.length;
    answer = (_request, response) => response.end(whole);
    await expect(get(certificate("long"))).rejects.toEqual(UNREACHABLE);
    expect(asked).toHaveLength(before);
    now += 10_000;
    await get(certificate("long"));
  });

  it("is fetched ten times a minute for one source, and others have none of it", async () => {
    answer = (_request, response) => response.writeHead(404).end();
    for (let at = 0; at < 10; at++) await expect(get(certificate(`a${at}`))).rejects.toEqual(refusedAs("key_unknown"));
    await expect(get(certificate("b"))).rejects.toEqual(UNREACHABLE);
    answer = (_request, response) => response.end(whole);
    await get(certificate("b"), "source-2");
    await get(certificate("b"));
    expect(asked).toHaveLength(11);
    now += 60_000;
    await get(certificate("c"));
  });
});

describe("A certificate", () => {
  const other = makeCertificate({ name: "Another root", isAuthority: true });
  const offer = async (pem: string) => {
    answer = (_request, response) => response.end(pem);
    return get(certificate("a"));
  };

  it("is taken by its name alone, where its file has no issuers", async () => {
    expect((await offer(own.pem)).equals(own.publicKey)).toBe(true);
  });

  it.each([
    ["of another name", makeCertificate({ name: "evil.example", names: ["evil.example"], by: root }).pem],
    ["whose name only begins so", makeCertificate({ name: `${NAME}.evil`, names: [`${NAME}.evil`], by: root }).pem],
    ["of any name", makeCertificate({ name: "x", names: ["*.amazonaws.com"], by: root }).pem],
    [
      "whose common name is not among its names",
      makeCertificate({ name: NAME, names: ["evil.example"], by: root }).pem,
    ],
    ["with a root that is not known", makeCertificate({ name: NAME, names: [NAME], by: other }).pem + other.pem],
    ["with an issuer that is not its own", own.pem + other.pem],
    ["issued by what is no authority", makeCertificate({ name: NAME, names: [NAME], by: own }).pem + whole],
    ["that is none", "no certificate"],
    ["that is cut", own.pem.slice(0, -200)],
    ["that is broken", own.pem.replace(/.{8}\n-----END/, "AAAAAAAA\n-----END").replace("MII", "MIA")],
    [
      "that has expired",
      makeCertificate({ name: NAME, names: [NAME], by: root, to: new Date(Date.now() - 1_000) }).pem,
    ],
    [
      "of the future",
      makeCertificate({ name: NAME, names: [NAME], by: root, from: new Date(Date.now() + 60_000) }).pem,
    ],
  ])("%s is refused", async (_what, pem) => {
    await expect(offer(pem)).rejects.toEqual(refusedAs("key_untrusted"));
  });

  it("with an issuer that has expired is refused", async () => {
    const ended = { name: "Ended", isAuthority: true, by: root, to: new Date(now - 1_000) };
    const issuer = makeCertificate(ended);
    const pem = makeCertificate({ name: NAME, names: [NAME], by: issuer }).pem + issuer.pem;
    await expect(offer(pem)).rejects.toEqual(refusedAs("key_untrusted"));
  });

  it("holds to its end, although it is kept longer", async () => {
    await offer(own.pem);
    now += DAY_MS - 60_000;
    await get(certificate("a"));
    now = Date.now() + DAY_MS + 60_000;
    await expect(get(certificate("a"))).rejects.toEqual(refusedAs("key_untrusted"));
  });
});

describe("A set of keys", () => {
  const publish = (...kids: string[]) => {
    const jwk = own.publicKey.export({ format: "jwk" });
    const set = JSON.stringify({ keys: kids.map((kid) => ({ ...jwk, kid, alg: "RS256", use: "sig" })) });
    answer = (_request, response) => response.end(set);
  };

  it("is fetched again for a key that it does not have, once a minute", async () => {
    publish("old");
    await get(ofSet("old"));
    publish("old", "new");
    await expect(get(ofSet("new"))).rejects.toEqual(refusedAs("key_unknown"));
    expect(asked).toHaveLength(1);
    now += 60_000;
    expect((await get(ofSet("new"))).equals(own.publicKey)).toBe(true);
    await get(ofSet("old"));
    expect(asked).toHaveLength(2);
  });

  it("still serves what it has while it cannot be fetched again", async () => {
    publish("old");
    await get(ofSet("old"));
    now += 60_000;
    answer = (_request, response) => response.writeHead(500).end();
    await expect(get(ofSet("new"))).rejects.toEqual(UNREACHABLE);
    await get(ofSet("old"));
  });

  it("has keys of RS256 for signatures only", async () => {
    const jwk = own.publicKey.export({ format: "jwk" });
    const bad = [{ use: "enc" }, { alg: "RS512" }, { kty: "oct", k: "AAAA" }, { kid: 7 }];
    const set = { keys: bad.map((one) => ({ ...jwk, kid: "a", use: "sig", ...one })) };
    answer = (_request, response) => response.end(JSON.stringify(set));
    await expect(get(ofSet("a"))).rejects.toEqual(refusedAs("key_unknown"));
  });

  it.each(["", "null", "[]", '{"keys":{}}', '{"keys":[{"kid":"a","kty":"RSA","n":1,"e":[]}]}'])(
    "that is %s is refused",
    async (text) => {
      answer = (_request, response) => response.end(text);
      await expect(get(ofSet("a"))).rejects.toEqual(refusedAs("key_untrusted"));
    },
  );
});
