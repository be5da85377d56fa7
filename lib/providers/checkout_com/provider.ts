import { type Provider, step } from "../provider";
import { body, plainHmac } from "../scheme";

export const provider: Provider = {
  title: "Checkout.com",
  alsoCalled: ["payments"],
  docs: {
    signature: "https://www.checkout.com/docs/developer-resources/event-notifications/receive-webhooks",
    eventType: "https://www.checkout.com/docs/developer-resources/event-notifications/event-types",
    setUp: "https://www.checkout.com/docs/developer-resources/webhooks/manage-webhooks",
  },
  secret: { label: "Signature key", where: "The text that you choose for the webhook." },
  scheme: plainHmac("Cko-Signature", { encoding: "hex" }),
  challenges: [],
  eventType: [[body("type")]],
  idempotencyKeys: ["request.body.id"],
  steps: [
    step("In the dashboard open Developers, Webhooks, New webhook."),
    step("Endpoint URL", "url"),
    step("Signature key: the same text as in the field Signature key here."),
    step("Choose the event types."),
  ],
};
