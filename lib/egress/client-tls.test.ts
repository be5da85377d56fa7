import { createServer } from "node:https";
import type { TLSSocket } from "node:tls";
import { Agent } from "undici";
import { afterEach, describe, expect, it } from "vitest";
import { makeCertificate, toKeyPem } from "./authority.fixture";
import { type TlsTexts, toClientTls } from "./client-tls";
import { closeAll, listen, post, sender } from "./receiver.fixture";
import { TlsPools } from "./tls-pools";

afterEach(closeAll);

const authority = makeCertificate({ name: "An authority", isAuthority: true });
const server = makeCertificate({ name: "receiver", names: ["127.0.0.1"], by: authority });
const NONE: TlsTexts = { client_certificate: "", client_key: "", ca_certificate: "" };
const trusting: TlsTexts = { ...NONE, ca_certificate: authority.pem };

function shown(name: string, by = authority): TlsTexts {
  const client = makeCertificate({ name, by });
  return { ...trusting, client_certificate: client.pem, client_key: toKeyPem(client) };
}

/** A receiver that answers with the name in its client's certificate, and asks for one of its authority. */
async function serve({ requestCert = true } = {}): Promise<string> {
  const options = { key: toKeyPem(server), cert: server.pem, ca: authority.pem, requestCert };
  const host = await listen(
    createServer(options, (request, response) => {
      response.end(String((request.socket as TLSSocket).getPeerCertificate().subject?.CN));
    }),
  );
  return `https://${host}/hook`;
}

describe("a request with a certificate of its own", () => {
  it("shows it to the receiver, which the authority of its own vouches for", async () => {
    const result = await sender().send(post(await serve(), { tls: toClientTls(shown("orders")) }));
    expect(result.error).toBeNull();
    expect([result.status, result.body.toString()]).toEqual([200, "orders"]);
  });

  it("never uses a connection that was made with another", async () => {
    const url = await serve();
    const { send } = sender();
    const names: string[] = [];
    for (const tls of [toClientTls(shown("one")), toClientTls(shown("two"))]) {
      for (let sent = 0; sent < 3; sent++) names.push((await send(post(url, { tls }))).body.toString());
    }
    expect(names).toEqual(["one", "one", "one", "two", "two", "two"]);
  });

  it("trusts its own authority alone, and others do not trust it", async () => {
    const url = await serve({ requestCert: false });
    const { send } = sender();
    expect((await send(post(url, { tls: toClientTls(trusting) }))).status).toBe(200);
    const foreign = makeCertificate({ name: "Another authority", isAuthority: true });
    const distrusting = toClientTls({ ...NONE, ca_certificate: foreign.pem });
    expect((await send(post(url, { tls: distrusting }))).error).toMatchObject({ code: "tls" });
    expect((await send(post(url))).error).toMatchObject({ code: "tls" });
  });

  it("fails with a sentence where the receiver wants another or any at all", async () => {
    const url = await serve();
    const none = await sender().send(post(url, { tls: toClientTls(trusting) }));
    expect(none.error?.message).toMatch(/asks for a client certificate|closed the connection/);
    const foreign = makeCertificate({ name: "Another authority", isAuthority: true });
    const other = await sender().send(post(url, { tls: toClientTls(shown("stranger", foreign)) }));
    expect(other.error?.message).toMatch(/does not accept the endpoint's client certificate|closed the connection/);
  });

  it("fails, and rejects never, with texts that no connection can be made with", async () => {
    const tls = toClientTls({ ...shown("x"), client_key: "nonsense" });
    const result = await sender().send(post(await serve(), { tls }));
    expect(result.error).toMatchObject({ code: "tls", message: expect.stringContaining("cannot be used") });
  });
});

it("at most 128 pools are kept, and the one that was used the longest ago goes", async () => {
  const pools = new TlsPools(() => new Agent());
  const texts = Array.from({ length: 128 }, (_, n) => ({ ...NONE, id: String(n) }));
  const first = texts.map((tls) => pools.find(tls));
  expect(pools.find({ ...NONE, id: "0" })).toBe(first[0]);
  pools.find({ ...NONE, id: "another" });
  expect(pools.size).toBe(128);
  expect(pools.find({ ...NONE, id: "0" })).toBe(first[0]);
  expect(pools.find({ ...NONE, id: "1" })).not.toBe(first[1]);
  await pools.close();
});
