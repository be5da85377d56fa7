import { execFile } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { HMAC_HASHES } from "@/lib/kernel/hmac-hashes";
import { PROVIDERS } from "@/lib/kernel/provider-names.gen";
import { HMAC_ENCODINGS, type ProviderName } from "@/lib/kernel/vocabulary";
import type { Provider } from "@/lib/providers/provider";
import { providers } from "@/lib/providers/providers.gen";
import type { Vectors } from "@/lib/providers/vectors.fixture";
import { readEventType } from "@/lib/providers/verification/read-event-type";
import { Received, type ReceivedRequest } from "@/lib/providers/verification/received";
import { toProviderVerifier } from "@/lib/providers/verifiers/provider-verifier";
import { SourceVerifier } from "@/lib/providers/verifiers/source-verifier";
import type { VerifierSettings } from "@/lib/providers/verifiers/verifier";
import { redactCredentials } from "@/lib/wire/redaction";
import { providerCommand } from "./provider-command";
import { sampleCommand } from "./sample-command";

const run = promisify(execFile);
const SECRET = 'it\'s "s3cret" $HOME';
const QUOTED = SECRET.replaceAll("'", "'\\''");

const files = import.meta.glob<{ vectors: Vectors }>("../../lib/providers/*/vectors.fixture.ts", { eager: true });
const secretOf = (name: ProviderName) => files[`../../lib/providers/${name}/vectors.fixture.ts`]?.vectors.secret ?? "";

const verify = (verifier: VerifierSettings, request: ReceivedRequest, provider: ProviderName | null = null) =>
  new SourceVerifier(verifier, provider).verify(request, Date.now());

let received: ReceivedRequest[] = [];
let url: string;
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const query = (request.url ?? "").split("?")[1] ?? "";
  const { headers, method = "" } = request;
  received.push({ method, headers, query, url: `${url}${query && `?${query}`}`, rawBody: Buffer.concat(chunks) });
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

function commandFor({ provider, verifier }: { provider: ProviderName | null; verifier: VerifierSettings }) {
  return provider === null ? sampleCommand({ url, verifier }) : providerCommand(provider, url);
}

/** Runs the command as it is shown, with the credential filled in, and returns what arrives. */
async function send(verifier: VerifierSettings, provider: (typeof PROVIDERS)[number] | null, [place, value]: string[]) {
  const command = commandFor({ provider, verifier: redactCredentials(verifier) });
  if (command === null) throw new Error("No shell can make this proof.");
  expect(command).not.toContain("s3cret");
  await run("sh", ["-c", command.replace(place ?? "", () => value ?? "")]);
  return received.at(-1) ?? { method: "", headers: {}, query: "", url, rawBody: Buffer.alloc(0) };
}

/** Whether the tools of a terminal make the proof: not by a private key, of sorted fields or of a hash of the body. */
function isForShell({ scheme: all }: Provider): boolean {
  const scheme = all.kind === "any_of" ? all.schemes[0] : all;
  if (scheme.kind !== "signature") return scheme.kind === "token" || scheme.kind === "basic_auth";
  return scheme.algorithm.type === "hmac" && scheme.bodyHash === null && !/\{(form|field:.*)\}/.test(scheme.signed);
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

  it.each(PROVIDERS)("is accepted as a webhook of %s, or there is none", async (name) => {
    const secret = secretOf(name);
    const verifier = toProviderVerifier(name, { secret });
    const given = { provider: name, verifier: redactCredentials(verifier) };
    if (commandFor(given) === null) {
      expect(isForShell(providers[name])).toBe(false);
      return;
    }
    const request = await send(verifier, name, ["YOUR_SECRET", secret.replaceAll("'", "'\\''")]);
    expect(verify(verifier, request, name)).toEqual({ ok: true });
    const type = readEventType(providers[name], new Received(request));
    expect(type === null).toBe(providers[name].eventType.length === 0);
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
