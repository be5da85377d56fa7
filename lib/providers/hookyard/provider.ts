import { type Provider, step } from "../provider";
import { body, header, plainHmac, standardWebhooks, standardWebhooksByKeyPair, timedPairs } from "../scheme";

export const provider: Provider = {
  title: "Hookyard",
  alsoCalled: ["gateway", "X-Hookyard-Signature"],
  docs: { signature: "https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md" },
  secret: {
    label: "Signing secret",
    where:
      "On the page of the endpoint that sends here. It begins with whsec_, unless its owner chose another. If a key pair signs, its public key: whpk_…",
  },
  scheme: {
    kind: "any_of",
    schemes: [
      timedPairs("X-Hookyard-Signature", {
        signed: "{timestamp},{body}",
        key: "whsec_or_utf8",
        toleranceSeconds: 300,
      }),
      {
        ...plainHmac("X-Hookyard-Signature", { encoding: "hex" }),
        algorithm: { type: "hmac", hash: "SHA256", key: "whsec_or_utf8" },
      },
      { ...standardWebhooks("webhook"), algorithm: { type: "hmac", hash: "SHA256", key: "whsec_or_utf8" } },
      standardWebhooksByKeyPair("webhook"),
    ],
  },
  challenges: [],
  eventType: [[header("webhook-event-type")], [body("type")], [body("event_type")]],
  idempotencyKeys: ["request.header.webhook-event-id"],
  steps: [
    step("In the sending Hookyard create an endpoint. URL", "url"),
    step("Its signing secret is on its page. It goes into the field Signing secret here."),
    step("Its project may have renamed the signature header: then choose the provider Standard Webhooks here instead."),
  ],
};
