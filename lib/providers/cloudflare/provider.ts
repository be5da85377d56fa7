import { type Provider, step } from "../provider";
import { body, header } from "../scheme";

export const provider: Provider = {
  title: "Cloudflare",
  alsoCalled: ["notifications", "alerts"],
  docs: {
    signature: "https://developers.cloudflare.com/notifications/get-started/configure-webhooks/",
    eventType: "https://developers.cloudflare.com/notifications/reference/webhook-payload-schema/",
    setUp: "https://developers.cloudflare.com/notifications/get-started/configure-webhooks/",
  },
  secret: {
    label: "Secret",
    where: "The text that you choose for the webhook. Cloudflare sends it along in cf-webhook-auth.",
  },
  scheme: { kind: "token", at: header("cf-webhook-auth"), prefix: "" },
  challenges: [],
  eventType: [[body("alert_type")]],
  idempotencyKeys: [],
  steps: [
    step("Open Notifications, Destinations, Webhooks, Create."),
    step("Webhook URL", "url"),
    step("Secret: the same text as in the field Secret here."),
    step("Save and test. Then use it in a notification."),
  ],
};
