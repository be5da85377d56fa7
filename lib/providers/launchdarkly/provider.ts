import { type Provider, step } from "../provider";
import { body, plainHmac } from "../scheme";

export const provider: Provider = {
  title: "LaunchDarkly",
  alsoCalled: ["feature flags"],
  docs: {
    signature: "https://launchdarkly.com/docs/home/infrastructure/webhooks",
    eventType: "https://launchdarkly.com/docs/home/infrastructure/webhooks",
    setUp: "https://launchdarkly.com/docs/home/infrastructure/webhooks",
  },
  secret: { label: "Secret", where: "The text that you choose under Sign this webhook." },
  scheme: plainHmac("X-LD-Signature", { encoding: "hex" }),
  challenges: [],
  eventType: [[body("kind"), body("accesses.0.action")], [body("kind")]],
  idempotencyKeys: ["request.body._id"],
  steps: [
    step("Open Integrations, Webhooks, Add integration."),
    step("URL", "url"),
    step("Switch on Sign this webhook. Secret: the same text as in the field Secret here."),
  ],
};
