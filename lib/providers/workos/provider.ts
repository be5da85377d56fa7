import { type Provider, step } from "../provider";
import { body, timedPairs } from "../scheme";

export const provider: Provider = {
  title: "WorkOS",
  alsoCalled: ["directory sync", "single sign-on", "users"],
  docs: {
    signature: "https://workos.com/docs/events/data-syncing/webhooks",
    eventType: "https://workos.com/docs/events",
    idempotencyKeys: "https://workos.com/docs/events/data-syncing/webhooks",
    setUp: "https://workos.com/docs/events/data-syncing/webhooks",
  },
  secret: { label: "Signing secret", where: "On the endpoint's page, under Webhooks." },
  scheme: timedPairs("WorkOS-Signature", { toleranceSeconds: 180, unit: "milliseconds" }),
  challenges: [],
  eventType: [[body("event")]],
  idempotencyKeys: ["request.body.id"],
  steps: [
    step("In the dashboard open Webhooks, Create webhook."),
    step("Endpoint URL", "url"),
    step("Choose the events and create it."),
    step("Its signing secret is on its page. It goes into the field Signing secret here."),
  ],
};
