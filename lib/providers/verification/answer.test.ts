import { expect, it } from "vitest";
import type { ProviderName } from "@/lib/kernel/vocabulary";
import { providers } from "@/lib/providers/providers.gen";
import { answerOf, findChallenge } from "./answer";
import { Received } from "./received";

/** The answer to a question that a provider asks by GET. */
function ask(provider: ProviderName, name: string, question: string, secret: string) {
  const query = `${name}=${encodeURIComponent(question)}`;
  const received = new Received({ method: "GET", headers: {}, query, url: "", rawBody: Buffer.alloc(0) });
  const challenge = findChallenge(providers[provider].challenges, received);
  if (!challenge) throw new Error(`${provider} asks nothing by ${name}.`);
  return answerOf(challenge, received, { verifyToken: "mask-1", secrets: [secret] });
}

const problem = { problem: expect.any(String) };

it.each(['{"tweet_create_events":[]}', '[{"id":1}]', "a=1&b=2", "a=1", "some text", '"text"'])(
  "proves no text to a stranger that could be sent as a webhook: %s",
  (text) => {
    expect(ask("twitter", "crc_token", text, "secret")).toEqual(problem);
  },
);

it("proves no XML to a stranger that asks in base64", () => {
  expect(ask("braintree", "bt_challenge", btoa("<notification/>"), "public|private")).toEqual(problem);
});

it("proves what the provider asks", () => {
  expect(ask("twitter", "crc_token", "MGE1YzkyYjAtOTM0Yy00ZjM5LThjYWM=", "secret")).toMatchObject({ status: 200 });
  expect(ask("braintree", "bt_challenge", "20f9f8ed05f77439fe955c977e4c8a53", "public|private")).toMatchObject({
    status: 200,
    body: expect.stringMatching(/^public\|[a-f0-9]{40}$/),
  });
});

it("says so if the secret can prove nothing", () => {
  expect(ask("braintree", "bt_challenge", "20f9f8ed05f77439fe955c977e4c8a53", "private")).toEqual(problem);
});
