import { type Provider, step } from "../provider";
import { body, plainHmac } from "../scheme";

export const provider: Provider = {
  title: "Cal.com",
  alsoCalled: ["meetings", "scheduling"],
  docs: {
    signature: "https://cal.com/docs/developing/guides/automation/webhooks",
    eventType: "https://cal.com/docs/developing/guides/automation/webhooks",
    setUp: "https://cal.com/docs/developing/guides/automation/webhooks",
  },
  secret: { label: "Secret", where: "The secret of the webhook in Cal.com." },
  scheme: plainHmac("X-Cal-Signature-256", { encoding: "hex" }),
  challenges: [],
  eventType: [[body("triggerEvent")]],
  idempotencyKeys: [],
  steps: [
    step("Open Settings, Developer, Webhooks, New."),
    step("Subscriber URL", "url"),
    step("Secret: the same text as in the field Secret here."),
    step("Choose the triggers and create it."),
  ],
};
