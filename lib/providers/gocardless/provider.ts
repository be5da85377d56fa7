import { type Provider, step } from "../provider";
import { body, plainHmac } from "../scheme";

export const provider: Provider = {
  title: "GoCardless",
  alsoCalled: ["payments", "direct debit"],
  docs: {
    signature: "https://developer.gocardless.com/api-reference/#webhooks-signing-webhooks",
    eventType: "https://developer.gocardless.com/api-reference/#core-endpoints-events",
    idempotencyKeys: "https://developer.gocardless.com/getting-started/staying-up-to-date-with-webhooks/",
    setUp: "https://developer.gocardless.com/getting-started/staying-up-to-date-with-webhooks/",
  },
  secret: { label: "Secret", where: "The secret of the webhook endpoint in GoCardless." },
  scheme: plainHmac("Webhook-Signature", { encoding: "hex" }),
  challenges: [],
  eventType: [[body("events.0.resource_type"), body("events.0.action")]],
  idempotencyKeys: ["request.body.meta.webhook_id"],
  steps: [
    step("In the dashboard open Developers, Create, Webhook endpoint."),
    step("URL", "url"),
    step("Secret: the same text as in the field Secret here."),
    step("Create the endpoint."),
  ],
};
