import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { Agent } from "undici";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createConnector } from "./connector";
import { Exchange } from "./exchange";
import { type Failure, toFailure } from "./failure";
import { closeAll, listen } from "./receiver.fixture";

const openssl = (...args: string[]) => promisify(execFile)("openssl", args);
const isMissing = await openssl("version").then(
  () => false,
  () => true,
);
if (isMissing) console.log("skipped: certificates of receivers: this machine has no OpenSSL (Debian: openssl).");

type Certificate = { key: string; cert: string };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "hookyard-certificates-"));
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(closeAll);

/** A certificate of this machine that ends so many days from now; before now, if negative. */
async function makeCertificate(days: number): Promise<Certificate> {
  const [key, request, cert] = ["key", "request", "cert"].map((kind) => path.join(folder, `${days}.${kind}`)) as [
    string,
    string,
    string,
  ];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"];
  await openssl("req", "-new", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", request, ...subject);
  const copied = ["-copy_extensions", "copyall", "-signkey", key];
  await openssl("x509", "-req", "-in", request, ...copied, "-days", String(days), "-out", cert);
  return { key: await readFile(key, "utf8"), cert: await readFile(cert, "utf8") };
}

/** Sends a request to a receiver with a certificate, by a sender that trusts one; null if it was answered. */
async function send({ served, trusted }: { served: Certificate; trusted: Certificate }): Promise<Failure | null> {
  const host = await listen(createServer(served, (_request, response) => response.end("ok")));
  const agent = new Agent({ connect: createConnector({ ca: trusted.cert }) });
  try {
    return await new Promise((resolve) => {
      const exchange = new Exchange(host, 1_000, resolve);
      agent.dispatch({ origin: `https://${host}`, path: "/", method: "GET" }, exchange);
    });
  } finally {
    await agent.destroy();
  }
}

describe.skipIf(isMissing)("The certificate of a receiver", () => {
  it("is accepted if it is valid and trusted", async () => {
    const served = await makeCertificate(2);
    expect(await send({ served, trusted: served })).toBeNull();
  });

  it("is refused once it has expired, and its days are told", async () => {
    const ended = new Date(Date.now() - 86_400_000);
    const day = ended.toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
    const served = await makeCertificate(-1);
    const failure = await send({ served, trusted: served });
    expect(failure).toMatchObject({ code: "tls", detail: "expired" });
    expect(failure?.message).toMatch(/^No secure connection to 127\.0\.0\.1:\d+: its certificate expired 1 day ago \(/);
    expect(failure?.message).toContain(`(${day}).`);
  });

  it("stays refused if nobody vouches for it", async () => {
    const [served, trusted] = [await makeCertificate(3), await makeCertificate(4)];
    expect(await send({ served, trusted })).toMatchObject({ code: "tls" });
  });
});

it("the date of a certificate is told only if it is what is wrong", () => {
  const validity = { from: new Date(Date.now() - 86_400_000), to: new Date(Date.now() + 86_400_000) };
  const expired = Object.assign(new Error("certificate has expired"), { code: "CERT_HAS_EXPIRED", validity });
  expect(toFailure(expired, "h").message).toBe("No secure connection to h: certificate has expired.");
  const later = { from: new Date(Date.now() + 3 * 86_400_000 + 60_000), to: new Date(Date.now() + 9 * 86_400_000) };
  const early = Object.assign(new Error("not yet"), { code: "CERT_NOT_YET_VALID", validity: later });
  expect(toFailure(early, "h").message).toMatch(/: its certificate is valid from .+ \d{4} on, 3 days from now\.$/);
});
