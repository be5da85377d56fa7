import { execFile } from "node:child_process";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { HMAC_ENCODINGS, HMAC_HASHES, PROVIDERS } from "@/lib/kernel/vocabulary";
import { providers, toProviderVerifier } from "@/lib/providers/providers";
import type { VerifierSettings } from "@/lib/providers/verifiers/verifier";
import { verify } from "@/lib/providers/verifiers/verify";
import { redactCredentials } from "@/lib/wire/redaction";
import { sampleCommand } from "./sample-command";

const run = promisify(execFile);
const SECRET = 'it\'s "s3cret" $HOME';
const QUOTED = SECRET.replaceAll("'", "'\\''");

let received: { headers: IncomingHttpHeaders; rawBody: Buffer }[] = [];
let url: string;
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  received.push({ headers: request.headers, rawBody: Buffer.concat(chunks) });
  response.end();
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ingest/x`;
});
beforeEach(() => {
  received = [];
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** Runs the command as it is shown, with the credential filled in, and returns what arrives. */
async function send(verifier: VerifierSettings, provider: (typeof PROVIDERS)[number] | null, [place, value]: string[]) {
  const command = sampleCommand({ url, provider, verifier: redactCredentials(verifier) });
  expect(command).not.toContain("s3cret");
  await run("sh", ["-c", command.replace(place ?? "", () => value ?? "")]);
  return received.at(-1) ?? { headers: {}, rawBody: Buffer.alloc(0) };
}

describe("the command for a test event", () => {
  const all = HMAC_HASHES.flatMap((hash) => HMAC_ENCODINGS.map((encoding) => ({ hash, encoding })));
  it.each(all)("is accepted with HMAC $hash in $encoding", async ({ hash, encoding }) => {
    const verifier: VerifierSettings = {
      type: "hmac",
      hmac: { hash, encoding, header: "X-Signature", secret: SECRET },
    };
    const request = await send(verifier, null, ["YOUR_SECRET", QUOTED]);
    expect(verify(verifier, request)).toEqual({ ok: true });
    expect(JSON.parse(request.rawBody.toString())).toMatchObject({ type: "order.created" });
  });

  it.each(PROVIDERS)("is accepted as a webhook of %s, of a type that it has", async (name) => {
    const verifier = toProviderVerifier(name, SECRET);
    const request = await send(verifier, name, ["YOUR_SECRET", QUOTED]);
    expect(verify(verifier, request)).toEqual({ ok: true });
    expect(providers[name].eventTypeOf?.(request.headers, JSON.parse(request.rawBody.toString()))).toBeTruthy();
  });

  it("runs nothing that is hidden in a header's name", async () => {
    const header = "X-`exit`$PATH'";
    const key: VerifierSettings = { type: "api_key", api_key: { header_name: header, header_value: SECRET } };
    expect(verify(key, await send(key, null, ["YOUR_KEY", QUOTED]))).toEqual({ ok: true });
    const hmac: VerifierSettings = { type: "hmac", hmac: { hash: "SHA256", encoding: "hex", header, secret: SECRET } };
    expect(verify(hmac, await send(hmac, null, ["YOUR_SECRET", QUOTED]))).toEqual({ ok: true });
  });

  it("is accepted with a key, with a name and password, and by a source that checks nothing", async () => {
    const key: VerifierSettings = { type: "api_key", api_key: { header_name: "X-Api-Key", header_value: SECRET } };
    expect(verify(key, await send(key, null, ["YOUR_KEY", QUOTED]))).toEqual({ ok: true });
    const basic: VerifierSettings = { type: "basic_auth", basic_auth: { username: "ada", password: SECRET } };
    expect(verify(basic, await send(basic, null, ["USER:PASSWORD", `ada:${QUOTED}`]))).toEqual({ ok: true });
    await send({ type: "noop" }, null, ["", ""]);
    expect(received).toHaveLength(3);
  });
});
