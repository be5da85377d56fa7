import { type Provider, step } from "../provider";
import { body, plainHmac } from "../scheme";

export const provider: Provider = {
  title: "PagerDuty",
  alsoCalled: ["on-call", "incidents"],
  docs: {
    signature: "https://developer.pagerduty.com/docs/verifying-webhook-signatures",
    eventType: "https://developer.pagerduty.com/docs/webhooks-overview",
    idempotencyKeys: "https://developer.pagerduty.com/docs/webhooks-overview",
    setUp: "https://support.pagerduty.com/main/docs/webhooks",
  },
  secret: { label: "Signing secret", where: "It is shown once, right after the webhook is added." },
  scheme: {
    ...plainHmac("X-PagerDuty-Signature", { encoding: "hex" }),
    signature: { form: "list", header: "X-PagerDuty-Signature", separator: ",", prefix: "v1=" },
  },
  challenges: [],
  eventType: [[body("event.event_type")]],
  idempotencyKeys: ["request.body.event.id"],
  steps: [
    step("Open Integrations, Generic Webhooks (v3), New Webhook. Webhook URL", "url"),
    step("Choose the scope and the events, and add the webhook."),
    step("Copy the signing secret that is shown now, and never again, into the field Signing secret here."),
  ],
};
