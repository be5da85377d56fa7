import { createServer, type Server } from "node:https";
import { afterEach, expect, it } from "vitest";
import { makeCertificate, toKeyPem } from "./authority.fixture";
import { toClientTls } from "./client-tls";
import { closeAll, listen, post, sender } from "./receiver.fixture";

afterEach(closeAll);

const DAY_MS = 86_400_000;
const authority = makeCertificate({ name: "An authority", isAuthority: true });
const tls = toClientTls({ client_certificate: "", client_key: "", ca_certificate: authority.pem });

function certificate(days: number) {
  const to = new Date(Math.floor(Date.now() / 1_000) * 1_000 + days * DAY_MS);
  const from = new Date(Date.now() - 60 * DAY_MS);
  const made = makeCertificate({ name: "receiver", names: ["127.0.0.1"], by: authority, from, to });
  return { to, served: { key: toKeyPem(made), cert: made.pem } };
}

function serve(served: { key: string; cert: string }, headers: Record<string, string> = {}): Server {
  return createServer(served, (_request, response) => void response.writeHead(200, headers).end("ok"));
}

/** A sender, and what it notes of the receivers' certificates. */
function notingSender() {
  const noted: [string, Date][] = [];
  return { noted, ...sender({ noteCertificate: (host, validTo) => void noted.push([host, validTo]) }) };
}

it("a certificate is noted once for a connection, however many requests it carries", async () => {
  const { to, served } = certificate(5);
  const host = await listen(serve(served));
  const { send, noted } = notingSender();
  for (let request = 0; request < 5; request++) {
    expect((await send(post(`https://${host}/hook`, { tls }))).status).toBe(200);
  }
  expect(noted).toEqual([[host, to]]);
});

it("a certificate that takes the place of another is noted at the next connection", async () => {
  const [first, second] = [certificate(1), certificate(90)];
  const server = serve(first.served, { connection: "close" });
  const host = await listen(server);
  const { send, noted } = notingSender();
  expect((await send(post(`https://${host}/hook`, { tls }))).status).toBe(200);
  server.setSecureContext(second.served);
  expect((await send(post(`https://${host}/hook`, { tls }))).status).toBe(200);
  expect(noted.map(([, validTo]) => validTo)).toEqual([first.to, second.to]);
});

it("one that has expired is noted, and one that nobody vouches for is not", async () => {
  const expired = certificate(-1);
  const host = await listen(serve(expired.served));
  const { send, noted } = notingSender();
  expect((await send(post(`https://${host}/hook`, { tls }))).error).toMatchObject({ code: "tls", detail: "expired" });
  expect(noted).toEqual([[host, expired.to]]);
  const other = await listen(serve(certificate(5).served));
  expect((await send(post(`https://${other}/hook`))).error).toMatchObject({ code: "tls" });
  expect(noted).toHaveLength(1);
});
