import { type Provider, step } from "../provider";
import { body, standardWebhooks } from "../scheme";

export const provider: Provider = {
  title: "OpenAI",
  alsoCalled: ["ChatGPT", "GPT", "batch"],
  docs: {
    signature: "https://platform.openai.com/docs/guides/webhooks",
    eventType: "https://platform.openai.com/docs/api-reference/webhook-events",
    idempotencyKeys: "https://platform.openai.com/docs/guides/webhooks",
  },
  secret: {
    label: "Signing secret",
    where: "It is shown once, when the webhook is created: whsec_ and base64 after it.",
  },
  scheme: standardWebhooks("webhook"),
  challenges: [],
  eventType: [[body("type")]],
  idempotencyKeys: ["request.header.webhook-id"],
  steps: [
    step("In the settings of your project open Webhooks, Create. URL", "url"),
    step("Choose the event types and create the endpoint."),
    step("The signing secret is shown now and not again. It goes into the field Signing secret here."),
  ],
};
