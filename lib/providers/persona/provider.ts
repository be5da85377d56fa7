import { type Provider, step } from "../provider";
import { body, timedPairs } from "../scheme";

export const provider: Provider = {
  title: "Persona",
  alsoCalled: ["identity", "inquiries"],
  docs: {
    signature: "https://docs.withpersona.com/webhooks-best-practices",
    eventType: "https://docs.withpersona.com/webhook-events",
    idempotencyKeys: "https://docs.withpersona.com/webhooks-best-practices",
    setUp: "https://docs.withpersona.com/webhooks-best-practices",
  },
  secret: { label: "Webhook secret", where: "On the webhook's page." },
  scheme: timedPairs("Persona-Signature", { toleranceSeconds: 300 }),
  challenges: [],
  eventType: [[body("data.attributes.name")]],
  idempotencyKeys: ["request.body.data.id"],
  steps: [
    step("In the dashboard open Webhooks, Create webhook."),
    step("URL", "url"),
    step("The secret is on its page. It goes into the field Webhook secret here."),
  ],
};
