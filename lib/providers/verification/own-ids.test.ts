import { describe, expect, it } from "vitest";
import { PROVIDERS } from "@/lib/kernel/provider-names.gen";
import { idempotencyKeyOf } from "@/lib/providers/idempotency-key";
import type { Sample } from "@/lib/providers/provider";
import { providers } from "@/lib/providers/providers.gen";
import { providerSamples } from "@/lib/providers/samples.gen";
import { body, header } from "@/lib/providers/scheme";
import { withOwnIds } from "@/lib/providers/verification/own-ids";

function keyOf({ headers, body }: Sample, parts: readonly string[]): string | null {
  const content = "json" in body ? body.json : body.form;
  return idempotencyKeyOf([...parts], { headers, query: {}, body: content });
}

describe.each(PROVIDERS)("a sample of %s", (name) => {
  const { idempotencyKeys } = providers[name];

  it("gets another identity each time, and changes in nothing else", () => {
    for (const sample of Object.values(providerSamples[name])) {
      const before = JSON.stringify(sample);
      const key = keyOf(sample, idempotencyKeys);
      const made = Array.from({ length: 20 }, () => withOwnIds(sample, providers[name]));
      expect(JSON.stringify(sample)).toBe(before);
      // Without a key in the sample its id is made with the proof.
      if (key === null) for (const one of made) expect(one).toEqual(sample);
      else expect(new Set([key, ...made.map((one) => keyOf(one, idempotencyKeys))]).size).toBe(21);
    }
  });
});

const sample: Sample = {
  headers: { "X-Kind": "paid", "X-Request-Id": "72d3162e-cc78-11e3-81ab-4c9367dc0958" },
  body: { json: { id: "evt_1NG8Du2eZvKYlo2C", short: "a1", type: "paid", list: [{ n: 10_000 }], deep: { x: true } } },
};
const renew = (...idempotencyKeys: string[]) =>
  withOwnIds(sample, { idempotencyKeys, eventType: [[body("type")], [header("x-kind")]] });

it("keeps the form of an id", () => {
  expect(renew("request.body.id").body).toMatchObject({
    json: { id: expect.stringMatching(/^evt_\d[A-Z]{2}\d[A-Z][a-z]\d[a-z][A-Z][a-z][A-Z]{2}[a-z]{2}\d[A-Z]$/) },
  });
  expect(renew("request.body.list.0.n").body).toMatchObject({ json: { list: [{ n: expect.any(Number) }] } });
  expect(renew("request.header.x-request-id").headers["X-Request-Id"]).toMatch(
    /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
  );
  expect(renew("request.body.short").body).toMatchObject({ json: { short: expect.stringMatching(/^[a-z\d]{12}$/) } });
});

it("leaves alone the event's type, what is no text or number, and what is not there", () => {
  const parts = [
    "body.type",
    "header.X-Kind",
    "body.deep",
    "body.deep.x",
    "body.none.at.all",
    "header.X-None",
    "query.q",
  ];
  expect(renew(...parts.map((part) => `request.${part}`), "request.body.__proto__.x")).toEqual(sample);
});
