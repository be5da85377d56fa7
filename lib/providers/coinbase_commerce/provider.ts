import { type Provider, step } from "../provider";
import { body, plainHmac } from "../scheme";

export const provider: Provider = {
  title: "Coinbase Commerce",
  alsoCalled: ["crypto", "payments"],
  docs: {
    signature: "https://docs.cdp.coinbase.com/commerce/docs/webhooks-security",
    eventType: "https://docs.cdp.coinbase.com/commerce/docs/webhooks-events",
    setUp: "https://docs.cdp.coinbase.com/commerce/docs/webhooks",
  },
  secret: { label: "Webhook shared secret", where: "Under Settings, Notifications, Webhook subscriptions." },
  scheme: plainHmac("X-CC-Webhook-Signature", { encoding: "hex" }),
  challenges: [],
  eventType: [[body("event.type")]],
  idempotencyKeys: ["request.body.event.id"],
  steps: [
    step("Open Settings, Notifications, Add an endpoint."),
    step("Endpoint", "url"),
    step("Show the shared secret. It goes into the field Webhook shared secret here."),
  ],
};
