import { type Provider, step } from "../provider";
import { body, standardWebhooks } from "../scheme";

export const provider: Provider = {
  title: "Replicate",
  alsoCalled: ["models", "predictions"],
  docs: {
    signature: "https://replicate.com/docs/topics/webhooks/verify-webhook",
    eventType: "https://replicate.com/docs/topics/webhooks/receive-webhook",
    setUp: "https://replicate.com/docs/topics/webhooks/setup-webhook",
  },
  secret: {
    label: "Signing key",
    where: "Under Account, Webhooks, or by the API: GET /v1/webhooks/default/secret. It begins with whsec_.",
  },
  scheme: standardWebhooks("webhook"),
  challenges: [],
  eventType: [[body("status")]],
  idempotencyKeys: ["request.header.webhook-id"],
  steps: [
    step("Give this as webhook with each prediction", "url"),
    step("The signing key of your account is under Account, Webhooks. It goes into the field Signing key here."),
  ],
};
