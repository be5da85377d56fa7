import { type Provider, step } from "../provider";
import { body, standardWebhooks, standardWebhooksByKeyPair } from "../scheme";

export const provider: Provider = {
  title: "Standard Webhooks",
  alsoCalled: ["webhook-signature", "whsec", "whpk", "Ed25519"],
  docs: {
    signature: "https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md",
  },
  secret: {
    label: "Signing secret",
    where:
      "What the sender shows for this endpoint: whsec_ and base64 after it, or its public key, whpk_ and base64 after it.",
  },
  scheme: { kind: "any_of", schemes: [standardWebhooks("webhook"), standardWebhooksByKeyPair("webhook")] },
  challenges: [],
  eventType: [[body("type")]],
  idempotencyKeys: ["request.header.webhook-id"],
  steps: [
    step("At the sender add an endpoint with this URL.", "url"),
    step("Copy its signing secret (whsec_…), or its public key (whpk_…), into the field Signing secret here."),
  ],
};
