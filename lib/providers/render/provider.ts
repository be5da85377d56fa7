import { type Provider, step } from "../provider";
import { body, standardWebhooks } from "../scheme";

export const provider: Provider = {
  title: "Render",
  alsoCalled: ["deployments", "hosting"],
  docs: {
    signature: "https://render.com/docs/webhooks",
    eventType: "https://render.com/docs/webhooks",
  },
  secret: { label: "Signing secret", where: "It begins with whsec_ and stands on the page of the webhook." },
  scheme: standardWebhooks("webhook"),
  challenges: [],
  eventType: [[body("type")]],
  idempotencyKeys: ["request.header.webhook-id"],
  steps: [
    step("Open Integrations, Webhooks, Create Webhook."),
    step("URL", "url"),
    step("Its signing secret is on its page. It goes into the field Signing secret here."),
  ],
};
