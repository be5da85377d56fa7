import { type Provider, step } from "../provider";
import { body, plainHmac } from "../scheme";

export const provider: Provider = {
  title: "Dub",
  alsoCalled: ["links"],
  docs: {
    signature: "https://dub.co/docs/concepts/webhooks/introduction",
    eventType: "https://dub.co/docs/concepts/webhooks/event-types",
    setUp: "https://dub.co/docs/concepts/webhooks/introduction",
  },
  secret: { label: "Secret", where: "On the webhook's page." },
  scheme: plainHmac("Dub-Signature", { encoding: "hex" }),
  challenges: [],
  eventType: [[body("event")]],
  idempotencyKeys: ["request.body.id"],
  steps: [
    step("Open Settings, Webhooks, Create webhook."),
    step("URL", "url"),
    step("The secret is on its page. It goes into the field Secret here."),
  ],
};
