import { type Provider, step } from "../provider";
import { body, timedPairs } from "../scheme";

export const provider: Provider = {
  title: "ElevenLabs",
  alsoCalled: ["voice", "agents"],
  docs: {
    signature: "https://elevenlabs.io/docs/product-guides/administration/webhooks",
    eventType: "https://elevenlabs.io/docs/product-guides/administration/webhooks",
    setUp: "https://elevenlabs.io/docs/product-guides/administration/webhooks",
  },
  secret: { label: "Webhook secret", where: "It is shown once, when the webhook is created." },
  scheme: timedPairs("ElevenLabs-Signature", { toleranceSeconds: 1800, digest: "v0" }),
  challenges: [],
  eventType: [[body("type")]],
  idempotencyKeys: [],
  steps: [
    step("Open Settings, Webhooks, Create webhook, with HMAC."),
    step("Callback URL", "url"),
    step("Its secret is shown now, and never again. It goes into the field Webhook secret here."),
  ],
};
