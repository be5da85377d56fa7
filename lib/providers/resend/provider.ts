import { type Provider, step } from "../provider";
import { body, standardWebhooks } from "../scheme";

export const provider: Provider = {
  title: "Resend",
  alsoCalled: ["Svix", "email"],
  docs: {
    signature: "https://resend.com/docs/webhooks/verify-webhooks-requests",
    eventType: "https://resend.com/docs/webhooks/event-types",
    setUp: "https://resend.com/docs/webhooks/introduction",
  },
  secret: { label: "Signing secret", where: "On the webhook's page: whsec_ and base64 after it." },
  scheme: standardWebhooks("svix"),
  challenges: [],
  eventType: [[body("type")]],
  idempotencyKeys: ["request.header.svix-id"],
  steps: [
    step("In the dashboard open Webhooks, Add Webhook. Endpoint URL", "url"),
    step("Choose the events and add the webhook."),
    step("Copy the signing secret from its page into the field Signing secret here."),
  ],
};
