import { type Provider, step } from "../provider";
import { body, plainHmac } from "../scheme";

export const provider: Provider = {
  title: "Tally",
  alsoCalled: ["forms", "surveys"],
  docs: {
    signature: "https://tally.so/help/webhooks",
    eventType: "https://tally.so/help/webhooks",
    idempotencyKeys: "https://tally.so/help/webhooks",
    setUp: "https://tally.so/help/webhooks",
  },
  secret: { label: "Signing secret", where: "The text that you choose for the webhook." },
  scheme: plainHmac("Tally-Signature", { encoding: "base64" }),
  challenges: [],
  eventType: [[body("eventType")]],
  idempotencyKeys: ["request.body.eventId"],
  steps: [
    step("In the form open Integrations, Webhooks, Connect."),
    step("Endpoint URL", "url"),
    step("Signing secret: the same text as in the field Signing secret here."),
  ],
};
