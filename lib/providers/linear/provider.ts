import { type Provider, step } from "../provider";
import { body, header, plainHmac } from "../scheme";

export const provider: Provider = {
  title: "Linear",
  alsoCalled: ["issues"],
  docs: {
    signature: "https://linear.app/developers/webhooks#securing-webhooks",
    eventType: "https://linear.app/developers/webhooks#data-change-events-payload",
    idempotencyKeys: "https://linear.app/developers/webhooks#the-webhook-payload",
    setUp: "https://linear.app/developers/webhooks#getting-started-with-webhooks",
  },
  secret: { label: "Signing secret", where: "On the webhook's page, under Settings, API." },
  scheme: {
    ...plainHmac("Linear-Signature", { encoding: "hex" }),
    // Linear advises a minute; a gateway whose clock is a little off shall lose nothing.
    timestamp: { at: body("webhookTimestamp"), unit: "milliseconds", toleranceSeconds: 300 },
  },
  challenges: [],
  eventType: [[body("type"), body("action")], [header("Linear-Event")]],
  idempotencyKeys: ["request.header.Linear-Delivery"],
  steps: [
    step("Open Settings, API, Webhooks, New webhook."),
    step("URL", "url"),
    step("Choose the team and the data change events, and create the webhook."),
    step("Its signing secret goes into the field Signing secret here."),
  ],
};
