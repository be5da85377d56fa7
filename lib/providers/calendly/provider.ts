import { type Provider, step } from "../provider";
import { body, timedPairs } from "../scheme";

export const provider: Provider = {
  title: "Calendly",
  alsoCalled: ["meetings", "scheduling"],
  docs: {
    signature: "https://developer.calendly.com/api-docs/4c305798a61d3-webhook-signatures",
    eventType: "https://developer.calendly.com/api-docs/ZG9jOjE2OTU3Njk-webhook-payload",
    setUp: "https://developer.calendly.com/receive-data-from-scheduled-events-in-real-time-with-webhook-subscriptions",
  },
  secret: { label: "Signing key", where: "The text that you give as signing_key when you create the subscription." },
  scheme: timedPairs("Calendly-Webhook-Signature", { toleranceSeconds: 180 }),
  challenges: [],
  eventType: [[body("event")]],
  idempotencyKeys: [],
  steps: [
    step("Create a webhook subscription by Calendly's API: POST /webhook_subscriptions."),
    step("url", "url"),
    step("signing_key: the same text as in the field Signing key here."),
    step("events: those that you want, such as invitee.created."),
  ],
};
