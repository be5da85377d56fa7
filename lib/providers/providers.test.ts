import { afterAll, describe, expect, it } from "vitest";
import { PROVIDERS } from "@/lib/kernel/provider-names.gen";
import type { ProviderName, RefusalCode } from "@/lib/kernel/vocabulary";
import { parsePairs, parsePayload } from "@/lib/wire/parse-payload";
import { findIdempotencyKeyErrors, idempotencyKeyOf } from "./idempotency-key";
import { mutate } from "./mutations.fixture";
import type { Sample } from "./provider";
import { providers } from "./providers.gen";
import { compileWithKeys } from "./published-keys.fixture";
import { providerSamples } from "./samples.gen";
import { isPublishedKey, type PublishedKeyScheme, type SingleScheme } from "./scheme";
import { otherSecret, type PublishedRequest, type Sending, type Vectors } from "./vectors.fixture";
import { answerOf, findChallenge } from "./verification/answer";
import { readEventType } from "./verification/read-event-type";
import { Received, type ReceivedRequest } from "./verification/received";
import { findSecretProblem } from "./verification/secret-problem";
import { sign } from "./verification/sign";

const files = import.meta.glob<{ vectors: Vectors }>("./*/vectors.fixture.ts", { eager: true });
const vectorsOf = (name: ProviderName) => files[`./${name}/vectors.fixture.ts`]?.vectors as Vectors;

const URL_SENT_TO = "https://hooks.example.com/ingest/mask-1";
const NOW = Math.floor(Date.now() / 1_000) * 1_000;
const ID = "msg_2b5e0f7c9d1a4f3e8c6b7a90";

const counted = { "official library": 0, documentation: 0, own: 0, mutations: 0, challenges: 0 };

afterAll(() => {
  const { mutations, challenges, ...vectors } = counted;
  const bySource = Object.entries(vectors).map(([source, count]) => `${source} ${count}`);
  console.log(
    `providers: ${PROVIDERS.length} · vectors: ${bySource.join(", ")} · challenges: ${challenges} · mutations refused: ${mutations}`,
  );
});

function textOf({ body }: Sample): string {
  return "json" in body ? JSON.stringify(body.json) : new URLSearchParams(body.form).toString();
}

/** A sample with the proof that is made independently of the provider's data. */
async function prove(name: ProviderName, sample: Sample, { now = NOW, secret = vectorsOf(name).secret } = {}) {
  const sending: Sending = {
    body: textOf(sample),
    secret,
    seconds: Math.floor(now / 1_000),
    ms: now,
    id: ID,
    url: URL_SENT_TO,
    form: "form" in sample.body ? sample.body.form : {},
  };
  const proof = await vectorsOf(name).sign(sending);
  const contentType = "json" in sample.body ? "application/json" : "application/x-www-form-urlencoded";
  return toRequest({
    headers: { "content-type": contentType, ...sample.headers, ...proof.headers },
    body: proof.body ?? sending.body,
    url: proof.url ?? sending.url,
  });
}

function toRequest({ headers, body, url }: { headers: Record<string, string>; body: string | Buffer; url: string }) {
  const lower = Object.entries(headers).map(([key, value]) => [key.toLowerCase(), value]);
  return {
    method: "POST",
    headers: Object.fromEntries(lower) as Record<string, string>,
    query: new URL(url).search.slice(1),
    url,
    rawBody: Buffer.from(body),
  } satisfies ReceivedRequest;
}

/** The scheme that the vectors sign by. */
function schemeOf(name: ProviderName): SingleScheme | PublishedKeyScheme {
  const { scheme } = providers[name];
  return scheme.kind === "any_of" ? scheme.schemes[0] : scheme;
}

/** Whether nobody but the provider can sign. */
function isPublished(name: ProviderName): boolean {
  return isPublishedKey(providers[name].scheme);
}

/** How old and how far ahead a request may be, in seconds; null where there is no limit. */
function limitsOf(scheme: SingleScheme | PublishedKeyScheme): [number | null, number | null] {
  if (scheme.kind === "account_key") return [scheme.toleranceSeconds, 60];
  const limit = (scheme.kind === "signature" && scheme.timestamp?.toleranceSeconds) || null;
  return [limit, limit];
}

/** What is told to somebody who has another secret than the sender. */
function codeOfOtherSecret(name: ProviderName): RefusalCode {
  const scheme = schemeOf(name);
  if (scheme.kind === "account_key") return "key_denied";
  const isSigned =
    scheme.kind === "certificate" ? scheme.secretAt === null : ["signature", "jwt"].includes(scheme.kind);
  return isSigned ? "signature_mismatch" : "wrong_secret";
}

describe.each(PROVIDERS)("%s", (name) => {
  const provider = providers[name];
  const samples = Object.entries(providerSamples[name]);
  const [[, first]] = samples as [[string, Sample]];
  const vectors = vectorsOf(name);
  const verify = (secrets: string[], request: ReceivedRequest, now: number) =>
    compileWithKeys(provider.scheme, secrets, vectors)(request, now);
  const check = compileWithKeys(provider.scheme, [vectors?.secret ?? ""], vectors);

  it("has samples, vectors of its own, and pages of the provider for its rules", () => {
    expect(samples.length).toBeGreaterThan(0);
    expect(vectors).toBeDefined();
    for (const page of Object.values(provider.docs)) expect(page).toMatch(/^https:\/\/[\w.-]+\/\S*$/);
    if (provider.challenges.length > 0) expect(provider.docs.challenge).toBeDefined();
    expect(provider.steps.some(({ copy }) => copy === "url")).toBe(true);
    expect(findIdempotencyKeyErrors([...provider.idempotencyKeys])).toEqual([]);
    expect(findSecretProblem(provider.scheme, vectors.secret)).toBeNull();
    expect(findSecretProblem(provider.scheme, "")).not.toBeNull();
  });

  it("is accepted as it signs, with a second secret beside its own too", async () => {
    for (const [, sample] of samples) {
      const request = await prove(name, sample);
      expect(check(request, NOW)).toEqual({ ok: true });
      expect(verify([`${vectors.secret.slice(0, -4)}AAAA`, vectors.secret], request, NOW)).toEqual({ ok: true });
      counted[vectors.by] += 1;
    }
    for (const one of vectors.published ?? []) {
      expect(verify([one.secret], published(one), (one.seconds ?? 0) * 1_000)).toEqual({ ok: true });
      counted.documentation += 1;
    }
  });

  it("is signed by us as it signs itself, or not at all where its key is its own", async () => {
    if (isPublished(name)) {
      const moment = { now: NOW, id: ID, url: URL_SENT_TO };
      expect(() => sign(provider.scheme, vectors.secret, first, moment)).toThrow("Only its provider");
      return;
    }
    for (const [, sample] of samples) {
      const signed = sign(provider.scheme, vectors.privateKey ?? vectors.secret, sample, {
        now: NOW,
        id: ID,
        url: URL_SENT_TO,
      });
      const request = toRequest(signed);
      expect(check(request, NOW)).toEqual({ ok: true });
      const accepted = await vectors.accepts?.({
        headers: signed.headers,
        body: signed.body.toString(),
        secret: vectors.secret,
      });
      if (vectors.accepts) {
        expect(accepted).not.toBe(false);
        counted["official library"] += 1;
      }
    }
  });

  it("tells the event's type and what identifies a request", async () => {
    for (const [type, sample] of samples) {
      const request = await prove(name, sample);
      expect(readEventType(provider, new Received(request))).toBe(provider.eventType.length === 0 ? null : type);
      const body = parsePayload(request.rawBody, request.headers["content-type"]);
      const key = idempotencyKeyOf([...provider.idempotencyKeys], {
        ...request,
        query: parsePairs(request.query),
        body,
      });
      expect(key === null).toBe(provider.idempotencyKeys.length === 0);
    }
    for (const body of ["", "null", "[]", '"text"', "{"]) {
      expect(readEventType(provider, new Received(toRequest({ headers: {}, body, url: URL_SENT_TO })))).toBeNull();
    }
  });

  it("is refused with one byte changed, and told by a code why", async () => {
    for (const [, sample] of samples) {
      const request = await prove(name, sample);
      for (const { name: what, request: changed, code } of mutate(
        schemeOf(name),
        request,
        provider.scheme.kind === "any_of",
      )) {
        const verdict = check(changed, NOW);
        if (code === null) {
          expect([what, verdict]).toEqual([what, { ok: true }]);
          continue;
        }
        expect([what, verdict.ok]).toEqual([what, false]);
        const told = verdict.ok ? null : verdict.code;
        expect([what, told]).toEqual([what, typeof code === "string" ? code : code.find((one) => one === told)]);
        expect(JSON.stringify(verdict)).not.toContain(vectors.secret);
        counted.mutations += 1;
      }
    }
  });

  it("is refused by another secret", async () => {
    const other = otherSecret(vectors.secret);
    const request = await prove(name, first);
    expect(verify([other], request, NOW)).toMatchObject({ ok: false, code: codeOfOtherSecret(name) });
    counted.mutations += 1;
  });

  it("is refused when it is too old or of the future, if it has a limit", async () => {
    const scheme = schemeOf(name);
    const [limit, ahead] = limitsOf(scheme);
    if (!limit || !ahead) return;
    const ofAge = async (seconds: number) => check(await prove(name, first, { now: NOW - seconds * 1_000 }), NOW);
    expect(await ofAge(limit - 2)).toEqual({ ok: true });
    expect(await ofAge(-ahead + 2)).toEqual({ ok: true });
    expect(await ofAge(limit + 2)).toMatchObject({ ok: false, code: "timestamp_too_old" });
    expect(await ofAge(-ahead - 2)).toMatchObject({ ok: false, code: "timestamp_in_future" });
    counted.mutations += 2;
  });

  it("survives what nobody means well by", async () => {
    const request = await prove(name, first);
    const long = "a".repeat(1_048_576);
    const hostile: Partial<ReceivedRequest>[] = [
      { headers: Object.fromEntries(Object.keys(request.headers).map((key) => [key, long])) },
      { headers: Object.fromEntries(Object.keys(request.headers).map((key) => [key, "t=1,".repeat(300_000)])) },
      { headers: Object.fromEntries(Object.keys(request.headers).map((key) => [key, "ÿ\u0000%=,;"])) },
      { headers: JSON.parse('{"__proto__":"x","constructor":"y"}') as Record<string, string> },
      { headers: {}, rawBody: Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x28]) },
      { headers: {}, rawBody: Buffer.from('{"__proto__":{"signature":"x"},"signature":{"__proto__":1}}') },
      { headers: {}, query: "__proto__=1&__proto__=2&%00=%ff", rawBody: Buffer.alloc(0) },
    ];
    for (const change of hostile) {
      const startedAt = performance.now();
      const { ok } = check({ ...request, ...change }, NOW);
      // A proof in the body is none the worse for bad headers.
      if (change.rawBody || !isInBody(schemeOf(name))) expect(ok).toBe(false);
      expect(performance.now() - startedAt).toBeLessThan(2_000);
    }
  });

  it("gets its challenges answered", async () => {
    expect(vectors.challenges?.length ?? 0).toBe(provider.challenges.length);
    for (const { request, answer } of vectors.challenges ?? []) {
      const received = asking(request);
      const challenge = findChallenge(provider.challenges, received);
      expect(challenge).not.toBeNull();
      if (isPublished(name) && challenge?.isSigned) expect(check(received.request, NOW)).toEqual({ ok: true });
      if (challenge)
        expect(answerOf(challenge, received, { verifyToken: "mask-1", secrets: [vectors.secret] })).toEqual(answer);
      counted.challenges += 1;
    }
    for (const [, sample] of samples) {
      expect(findChallenge(provider.challenges, new Received(await prove(name, sample)))).toBeNull();
    }
  });
});

function published({ headers, body, url = URL_SENT_TO }: PublishedRequest): ReceivedRequest {
  return toRequest({ headers, body, url });
}

function isInBody(scheme: SingleScheme | PublishedKeyScheme): boolean {
  if (scheme.kind === "certificate") return scheme.signature.in === "body";
  if (scheme.kind === "token") return scheme.at.in === "body";
  return scheme.kind === "signature" && "at" in scheme.signature && scheme.signature.at.in === "body";
}

type Question = NonNullable<Vectors["challenges"]>[number]["request"];

function asking({ method, query = "", headers = {}, body = "" }: Question): Received {
  const url = `${URL_SENT_TO}?${query}`;
  const all = { "content-type": "application/json", ...headers };
  return new Received({ method, headers: all, query, url, rawBody: Buffer.from(body) });
}

it("has one title for each provider", () => {
  const titles = PROVIDERS.map((name) => providers[name].title);
  expect(new Set(titles).size).toBe(titles.length);
});
