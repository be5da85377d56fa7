import { type Provider, step } from "../provider";
import { body, plainHmac } from "../scheme";

export const provider: Provider = {
  title: "Attio",
  alsoCalled: ["CRM"],
  docs: {
    signature: "https://docs.attio.com/rest-api/guides/webhooks",
    eventType: "https://docs.attio.com/rest-api/guides/webhooks",
    idempotencyKeys: "https://docs.attio.com/rest-api/guides/webhooks",
    setUp: "https://docs.attio.com/rest-api/guides/webhooks",
  },
  secret: { label: "Secret", where: "It is shown when the webhook is created." },
  scheme: plainHmac("Attio-Signature", { encoding: "hex" }),
  challenges: [],
  eventType: [[body("events.0.event_type")]],
  idempotencyKeys: ["request.header.Idempotency-Key"],
  steps: [
    step("In the settings of your integration open Webhooks, Create."),
    step("Target URL", "url"),
    step("Its secret is shown. It goes into the field Secret here."),
  ],
};
