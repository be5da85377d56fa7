import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import type { Sender } from "@/lib/egress/send";
import { ProviderHosts } from "@/lib/intake/provider-hosts";
import { ProviderKeys } from "@/lib/intake/provider-keys";
import { PROVIDERS } from "@/lib/kernel/provider-names.gen";
import type { ProviderName } from "@/lib/kernel/vocabulary";
import type { Sample } from "@/lib/providers/provider";
import { providers } from "@/lib/providers/providers.gen";
import { providerSamples } from "@/lib/providers/samples.gen";
import { otherSecret, toSettings, type Vectors } from "@/lib/providers/vectors.fixture";
import { type SignedSample, sign, writeUnsigned } from "@/lib/providers/verification/sign";

const files = import.meta.glob<{ vectors: Vectors }>("../providers/*/vectors.fixture.ts", { eager: true });
const vectorsOf = (name: ProviderName) => files[`../providers/${name}/vectors.fixture.ts`]?.vectors as Vectors;

let bench: ApiBench;
let project: ApiProject;
beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("incoming");
  bench.services.providerKeys = makeProviderKeys();
});
afterAll(() => bench.close());

/** What all providers publish, in the place of their hosts. */
function makeProviderKeys(): ProviderKeys {
  const published = PROVIDERS.flatMap((name) => vectorsOf(name).publishes ?? []);
  const files = new Map(published.flatMap((one) => Object.entries(one.files)));
  const send: Sender["send"] = async ({ url, body: posted }) => {
    const told = { headers: {}, bodyTruncated: false, error: null, startedAt: new Date(), durationMs: 1 };
    if (posted) {
      const asked = JSON.parse(posted.toString()) as Record<string, unknown>;
      const given = published.map(({ give }) => give?.(url, asked)).find((one) => one) ?? { status: 404, text: "" };
      return { status: given.status, body: Buffer.from(given.text), ...told };
    }
    const text = files.get(url);
    return { status: text === undefined ? 404 : 200, body: Buffer.from(text ?? ""), ...told };
  };
  const roots = published.flatMap(({ root }) => root ?? []);
  return new ProviderKeys(new ProviderHosts({ send }), { roots });
}

async function makeSource(provider: ProviderName, credential = vectorsOf(provider).secret) {
  const verifier = { type: "provider", provider: toSettings(providers[provider], credential) };
  const made = await project.ask("POST", "/sources", { body: { name: provider, type: "http", provider, verifier } });
  expect(made.status).toBe(201);
  // No engine runs here that would hear of the change.
  bench.services.snapshots.forget(project.id);
  return made.body.data as { uid: string; mask_id: string; url: string };
}

async function signFor(provider: ProviderName, sample: Sample, url: string): Promise<SignedSample> {
  const { secret, privateKey } = vectorsOf(provider);
  if (isPublished(provider)) return signByVectors(provider, sample, { url, secret });
  return sign(providers[provider].scheme, privateKey ?? secret, sample, { now: Date.now(), id: "msg_1", url });
}

/** As somebody signs who does not know the secret. */
async function signWrongly(provider: ProviderName, sample: Sample, url: string): Promise<SignedSample> {
  const { secret, privateKey } = vectorsOf(provider);
  if (isPublished(provider)) return signByVectors(provider, toOthers(sample), { url, secret: otherSecret(secret) });
  const moment = { now: Date.now(), id: "msg_1", url };
  if (privateKey === undefined) return sign(providers[provider].scheme, otherSecret(secret), sample, moment);
  const signed = sign(providers[provider].scheme, privateKey, sample, moment);
  return { ...signed, body: Buffer.concat([signed.body, Buffer.from(" ")]) };
}

function isPublished(provider: ProviderName): boolean {
  return vectorsOf(provider).publishes !== undefined;
}

/** What only the provider can sign, signed by its vectors. */
async function signByVectors(
  provider: ProviderName,
  sample: Sample,
  { url, secret }: { url: string; secret: string },
): Promise<SignedSample> {
  const { headers, body } = writeUnsigned(sample, url);
  const now = Date.now();
  const sending = {
    body: body.toString(),
    secret,
    seconds: Math.floor(now / 1_000),
    ms: now,
    id: "msg_1",
    url,
    form: {},
  };
  const proof = await vectorsOf(provider).sign(sending);
  const proved = { ...headers, ...proof.headers };
  return { method: "POST", url, headers: proved, body: Buffer.from(proof.body ?? sending.body) };
}

/** The sample for another topic than the source's. */
function toOthers(sample: Sample): Sample {
  const { headers, body } = structuredClone(sample) as { headers: Record<string, string>; body: { json: object } };
  return { headers, body: "TopicArn" in body.json ? { json: { ...body.json, TopicArn: "another" } } : body };
}

function post({ url, headers, body }: SignedSample) {
  const { pathname, search } = new URL(url);
  return bench.ask("POST", pathname + search, { raw: body.toString(), headers });
}

describe.each(PROVIDERS)("a source of %s", (provider) => {
  const [[type, sample]] = Object.entries(providerSamples[provider]) as [[string, Sample]];

  it("takes what its provider signs, as an event of the type that it names", async () => {
    const { url } = await makeSource(provider);
    const { status, body } = await post(await signFor(provider, sample, url));
    expect(status).toBe(200);
    const event = (await project.ask("GET", `/events/${body.data.uid}`)).body.data;
    expect(event.event_type).toBe(
      /^[A-Za-z0-9_.:/*-]+$/.test(type) && providers[provider].eventType.length > 0 ? type : "webhook.received",
    );
    if (!isPublished(provider)) expect(JSON.stringify(event.headers)).not.toContain(vectorsOf(provider).secret);
  });

  it("refuses what another secret proves, and says why in the answer and in the log", async () => {
    const { secret } = vectorsOf(provider);
    // The provider signs for its own accounts, so it is the account of the source that is wrong.
    const isAccount = providers[provider].account !== undefined;
    const { uid, url } = await makeSource(provider, isAccount ? otherSecret(secret) : secret);
    const refused = await post(await signWrongly(provider, sample, url));
    expect([refused.status, refused.body.error.code]).toEqual(isAccount ? [503, "unavailable"] : [401, "unauthorized"]);
    expect(refused.body.error.reason).toMatch(/^[a-z_]+$/);
    expect(JSON.stringify(refused.body)).not.toContain(secret);
    await bench.services.refusals.write();
    const { content } = (await project.ask("GET", `/sources/${uid}/refusals`)).body.data;
    expect(content).toMatchObject([
      { status: refused.status, code: refused.body.error.reason, reason: refused.body.message },
    ]);
  });

  it("answers the challenges of its provider, and makes no event of them", async () => {
    const { uid, url } = await makeSource(provider);
    for (const { request, answer } of vectorsOf(provider).challenges ?? []) {
      const answered = await ask(provider, url, request);
      expect([answered.status, await answered.text()]).toEqual([answer.status, answer.body]);
      if (answer.status === 200) expect(answered.headers.get("content-type")).toContain(answer.contentType);
      const source = (await project.ask("GET", `/sources/${uid}`)).body.data;
      expect(Object.values(source.provider_config[provider])).toEqual([expect.stringMatching(/Z$/)]);
    }
    const { content } = (await project.ask("GET", `/events?sourceId=${uid}`)).body.data;
    expect(content).toEqual([]);
  });
});

type Question = NonNullable<Vectors["challenges"]>[number]["request"];

/** Sends a challenge, signed if it is one that is. */
function ask(provider: ProviderName, url: string, question: Question) {
  const { method, query = "" } = question;
  const mask = url.split("/").at(-1) ?? "";
  const address = `${url}${query && `?${query.replace("mask-1", mask)}`}`;
  const isSigned = method === "POST" && providers[provider].challenges.some((one) => one.isSigned);
  return isSigned ? askSigned(provider, address, question) : askPlainly(address, question);
}

function askPlainly(address: string, { method, headers = {}, body }: Question) {
  const { pathname, search } = new URL(address);
  if (body === undefined) return bench.app.request(pathname + search, { method, headers });
  const type = { "content-type": "application/json", ...headers };
  return bench.app.request(pathname + search, { method, headers: type, body });
}

async function askSigned(provider: ProviderName, address: string, { method, headers = {}, body }: Question) {
  const isForm = headers["content-type"]?.includes("urlencoded") ?? false;
  const payload = isForm
    ? { form: Object.fromEntries(new URLSearchParams(body)) }
    : { json: JSON.parse(body ?? "null") as unknown };
  const signed = await signFor(provider, { headers, body: payload }, address);
  return bench.app.request(new URL(signed.url).pathname + new URL(signed.url).search, {
    method,
    headers: signed.headers,
    body: signed.body.toString(),
  });
}
