import { type Provider, step } from "../provider";
import { body } from "../scheme";

export const provider: Provider = {
  title: "Chargebee",
  alsoCalled: ["subscriptions", "billing"],
  docs: {
    signature: "https://www.chargebee.com/docs/billing/2.0/site-configuration/webhook_settings",
    eventType: "https://apidocs.chargebee.com/docs/api/events/event-types",
    idempotencyKeys: "https://apidocs.chargebee.com/docs/api/events",
    setUp: "https://www.chargebee.com/docs/billing/2.0/site-configuration/webhook_settings",
  },
  secret: {
    label: "User name and password",
    where:
      "A user name and a password of your choice, with a colon between them. Chargebee signs nothing; it sends them along.",
  },
  scheme: { kind: "basic_auth" },
  challenges: [],
  eventType: [[body("event_type")]],
  idempotencyKeys: ["request.body.id"],
  steps: [
    step("Open Settings, Configure Chargebee, API Keys and Webhooks, Webhooks, Add Webhook."),
    step("Webhook URL", "url"),
    step("Protect the webhook URL with basic authentication: the same user name and password as here."),
    step("Choose the events and create the webhook."),
  ],
};
