import { type Provider, step } from "../provider";
import { body, timedPairs } from "../scheme";

export const provider: Provider = {
  title: "Stripe",
  alsoCalled: ["payments", "Connect", "Billing"],
  docs: {
    signature: "https://docs.stripe.com/webhooks/signature",
    eventType: "https://docs.stripe.com/api/events/object",
    idempotencyKeys: "https://docs.stripe.com/webhooks#handle-duplicate-events",
    setUp: "https://docs.stripe.com/webhooks",
  },
  secret: {
    label: "Signing secret",
    where:
      "It begins with whsec_ and stands on the page of the event destination. Test mode and live mode have each their own.",
  },
  scheme: timedPairs("Stripe-Signature", { toleranceSeconds: 300 }),
  challenges: [],
  eventType: [[body("type")]],
  idempotencyKeys: ["request.body.id"],
  steps: [
    step("In the dashboard open Workbench, Webhooks, Create an event destination."),
    step("Choose the events and the destination type Webhook endpoint."),
    step("Endpoint URL", "url"),
    step("Reveal the signing secret of the new destination. It goes into the field Signing secret here."),
  ],
};
