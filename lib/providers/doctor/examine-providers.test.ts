import { afterAll, describe, expect, it } from "vitest";
import { PROVIDERS } from "@/lib/kernel/provider-names.gen";
import type { ProviderName } from "@/lib/kernel/vocabulary";
import type { Sample } from "@/lib/providers/provider";
import { providers } from "@/lib/providers/providers.gen";
import { providerSamples } from "@/lib/providers/samples.gen";
import { isPublishedKey } from "@/lib/providers/scheme";
import type { Vectors } from "@/lib/providers/vectors.fixture";
import { verify } from "@/lib/providers/verification/check";
import { sign } from "@/lib/providers/verification/sign";
import { type Damage, toRequest } from "./damage.fixture";
import { listDamages } from "./damages.fixture";
import { examineRequest } from "./examine-request";
import { FOUND_CODES, type IncomingFindingCode } from "./findings";
import type { IncomingCase, KnownSecret } from "./incoming-case";
import { listTries, MAX_TRIES } from "./list-tries";

const files = import.meta.glob<{ vectors: Vectors }>("../*/vectors.fixture.ts", { eager: true });
const vectorsOf = (name: ProviderName) => files[`../${name}/vectors.fixture.ts`]?.vectors as Vectors;

const NOW = Date.parse("2027-01-31T12:00:00Z");
const URL_SENT_TO = "https://hooks.example.com/ingest/mask-1";

/** What is told behind another finding. */
const BESIDE: readonly IncomingFindingCode[] = ["previous_secret", "same_secret"];

const counted: Record<string, number> = {};
afterAll(() => {
  const told = Object.entries(counted).map(([code, count]) => `${code} ${count}`);
  console.log(`doctor: ${HELD.length} providers · findings: ${told.join(", ")}`);
});

/** The providers with a secret to compare: those whose key is published have none. */
const HELD = PROVIDERS.flatMap((provider) => {
  const { scheme } = providers[provider];
  return isPublishedKey(scheme) ? [] : [{ provider, scheme }];
});

describe.each(HELD)("a request of $provider", ({ provider, scheme }) => {
  const { secret, privateKey } = vectorsOf(provider);
  const present: KnownSecret = { kind: "present", text: secret };
  const [sample] = Object.values(providerSamples[provider]) as [Sample, ...Sample[]];

  const right = toRequest(sign(scheme, privateKey ?? secret, sample, { now: NOW, id: "msg_1", url: URL_SENT_TO }));
  const examine = (given: Partial<IncomingCase>) =>
    examineRequest({ request: right, scheme, provider, secrets: [present], sentTo: null, now: NOW, ...given });

  it("is called right as it is", async () => {
    const { isValid, findings } = await examine({});
    expect([isValid, findings.map(({ code }) => code)]).toEqual([true, ["valid"]]);
  });

  const damages = listDamages({ scheme, right, sample, secret, privateKey, now: NOW });

  it.each(damages)("is explained: $what", async ({ code, given, header }: Damage) => {
    const one = { request: right, scheme, provider, secrets: [present], sentTo: null, now: NOW, ...given };
    const accepted = one.secrets.filter(({ kind }) => kind === "present" || kind === "previous");
    // What the source takes all the same is no damage.
    const texts = accepted.map(({ text }) => text);
    expect(verify(one.scheme, texts, one.request, one.now).ok).toBe(code === "previous_secret");

    const { isValid, findings } = await examine(given);
    expect(isValid).toBe(code === "previous_secret");
    const found = findings.find((finding) => finding.code === code);
    expect(found).toBeDefined();
    if (!BESIDE.includes(code)) expect(findings[0]).toBe(found);
    if (header !== undefined) expect(found?.header?.toLowerCase()).toBe(header);
    for (const finding of findings) expect(finding.advice === null).toBe(finding.code === "valid");
    const text = JSON.stringify(findings);
    for (const known of one.secrets) expect(text).not.toContain(JSON.stringify(known.text.trim()).slice(1, -1));
    for (const proof of proofsOf(right.headers)) expect(text).not.toContain(proof);
    counted[code] = (counted[code] ?? 0) + 1;
  });

  it("is tried a bounded number of times, whatever it has", () => {
    const secrets: KnownSecret[] = [
      present,
      { kind: "previous", text: `"${secret}" `, endsAt: new Date(NOW) },
      { kind: "given", text: `KEY='${secret}'` },
      { kind: "given", text: `Bearer ${secret}` },
    ];
    const headers = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`x-${at}`, "ab".repeat(32)]));
    const tries = [
      ...listTries({ request: { ...right, headers }, scheme, provider, secrets, sentTo: "https://a.b/c", now: NOW }),
    ];
    expect(tries.length).toBeLessThan(MAX_TRIES);
  });
});

it("finds each thing that the doctor claims to know", () => {
  // What a body says of its mode proves nothing, and has a test of its own.
  const known = FOUND_CODES.filter((code) => code !== "valid" && code !== "test_mode");
  expect(known.filter((code) => !counted[code])).toEqual([]);
});

/** The long words of the headers: digests, tokens. */
function proofsOf(headers: Record<string, string>): string[] {
  return Object.values(headers).flatMap((value) => value.match(/[A-Za-z\d+/_-]{26,}/g) ?? []);
}
