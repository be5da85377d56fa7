import { type Provider, step } from "../provider";
import { body, timedHeaders } from "../scheme";

export const provider: Provider = {
  title: "Zendesk",
  alsoCalled: ["support", "tickets"],
  docs: {
    signature: "https://developer.zendesk.com/documentation/webhooks/verifying/",
    eventType: "https://developer.zendesk.com/api-reference/webhooks/event-types/webhook-event-types/",
    setUp: "https://support.zendesk.com/hc/en-us/articles/4408839108378",
  },
  secret: { label: "Signing secret", where: "On the webhook's page: Reveal secret." },
  scheme: timedHeaders("X-Zendesk-Webhook-Signature", {
    timestamp: "X-Zendesk-Webhook-Signature-Timestamp",
    signed: "{timestamp}{body}",
    encoding: "base64",
    unit: "iso8601",
    toleranceSeconds: null,
  }),
  challenges: [],
  eventType: [[body("type")]],
  idempotencyKeys: ["request.header.X-Zendesk-Webhook-Invocation-Id"],
  steps: [
    step("In the Admin Center open Apps and integrations, Webhooks, Create webhook."),
    step("Endpoint URL", "url"),
    step("Request method POST, request format JSON."),
    step("Reveal the signing secret of the new webhook. It goes into the field Signing secret here."),
  ],
};
