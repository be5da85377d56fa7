import { describe, expect, it } from "vitest";
import { PROVIDERS } from "@/lib/kernel/provider-names.gen";
import type { ProviderName } from "@/lib/kernel/vocabulary";
import { providers } from "./providers.gen";
import { providerSamples } from "./samples.gen";
import type { Vectors } from "./vectors.fixture";
import { answerHandshake, readHandshake } from "./verification/read-handshake";
import { Received } from "./verification/received";
import { sign } from "./verification/sign";

const files = import.meta.glob<{ vectors: Vectors }>("./*/vectors.fixture.ts", { eager: true });
const vectorsOf = (name: ProviderName) => files[`./${name}/vectors.fixture.ts`]?.vectors as Vectors;

const URL_SENT_TO = "https://hooks.example.com/ingest/mask-1";

const handing = PROVIDERS.flatMap((name) => {
  const { handshake } = providers[name];
  return handshake ? [{ name, handshake, vectors: vectorsOf(name) }] : [];
});

it("is what Asana and Notion do", () => {
  expect(handing.map(({ name }) => name)).toEqual(["asana", "notion"]);
});

describe.each(handing)("the handshake of $name", ({ name, handshake, vectors }) => {
  const toReceived = (
    { headers, body }: { headers: Readonly<Record<string, string>>; body: string | Buffer },
    method = "POST",
  ) => {
    const all = { "content-type": "application/json", ...headers };
    return new Received({ method, headers: all, query: "", url: URL_SENT_TO, rawBody: Buffer.from(body) });
  };
  const handed = (secret: string) => vectors.handshake?.request(secret) ?? { headers: {}, body: "" };

  it("hands over a secret, and is answered as its provider takes it", () => {
    expect(readHandshake(handshake, toReceived(handed(vectors.secret)))).toEqual({ secret: vectors.secret });
    const { headers = {}, status } = answerHandshake(handshake, vectors.secret);
    const lower = Object.fromEntries(Object.entries(headers).map(([key, value]) => [key.toLowerCase(), value]));
    expect({ status, headers: lower }).toEqual(vectors.handshake?.answer(vectors.secret));
  });

  it("is no event, and no event is one", () => {
    expect(readHandshake(handshake, toReceived(handed(vectors.secret), "PUT"))).toBeNull();
    for (const sample of Object.values(providerSamples[name])) {
      const { scheme } = providers[name];
      const signed = sign(scheme, vectors.secret, sample, { now: Date.now(), id: "msg_1", url: URL_SENT_TO });
      expect(readHandshake(handshake, toReceived(signed))).toBeNull();
    }
  });

  it.each([
    ["too short", "secret_short"],
    ["of one megabyte", "a".repeat(1_048_576)],
    ["with a line break", `${"a".repeat(30)}\r\nset-cookie: x=1`],
    ["with a blank", `${"a".repeat(20)} ${"a".repeat(20)}`],
    ["of another alphabet", "ÿ".repeat(30)],
  ])("that is %s is refused and not repeated", (_what, secret) => {
    const found = readHandshake(handshake, toReceived(handed(secret)));
    expect(found).toMatchObject({ code: expect.stringMatching(/^(?:header|field)_malformed$/) });
    expect(JSON.stringify(found)).not.toContain(secret.slice(0, 12));
  });
});
