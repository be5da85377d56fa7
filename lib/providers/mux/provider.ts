import { type Provider, step } from "../provider";
import { body, timedPairs } from "../scheme";

export const provider: Provider = {
  title: "Mux",
  alsoCalled: ["video"],
  docs: {
    signature: "https://www.mux.com/docs/core/verify-webhook-signatures",
    eventType: "https://www.mux.com/docs/core/listen-for-webhooks",
    idempotencyKeys: "https://www.mux.com/docs/core/listen-for-webhooks",
    setUp: "https://www.mux.com/docs/core/listen-for-webhooks",
  },
  secret: { label: "Signing secret", where: "On the page of the webhook, under Settings, Webhooks." },
  scheme: timedPairs("Mux-Signature", { toleranceSeconds: 300 }),
  challenges: [],
  eventType: [[body("type")]],
  idempotencyKeys: ["request.body.id"],
  steps: [
    step("In the dashboard open Settings, Webhooks, Create new webhook, in the right environment."),
    step("URL to notify", "url"),
    step("Show the signing secret of the webhook. It goes into the field Signing secret here."),
  ],
};
