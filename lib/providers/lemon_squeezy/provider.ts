import { type Provider, step } from "../provider";
import { body, header, plainHmac } from "../scheme";

export const provider: Provider = {
  title: "Lemon Squeezy",
  alsoCalled: ["payments", "store"],
  docs: {
    signature: "https://docs.lemonsqueezy.com/help/webhooks/signing-requests",
    eventType: "https://docs.lemonsqueezy.com/help/webhooks/event-types",
    setUp: "https://docs.lemonsqueezy.com/help/webhooks",
  },
  secret: { label: "Signing secret", where: "The text that you choose when you add the webhook." },
  scheme: plainHmac("X-Signature", { encoding: "hex" }),
  challenges: [],
  eventType: [[body("meta.event_name")], [header("X-Event-Name")]],
  idempotencyKeys: [],
  steps: [
    step("Open Settings, Webhooks, and add a webhook."),
    step("Callback URL", "url"),
    step("Signing secret: the same text as in the field Signing secret here."),
    step("Choose the events and save."),
  ],
};
