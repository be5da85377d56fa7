import { type Provider, step } from "../provider";
import { body, timedPairs } from "../scheme";

export const provider: Provider = {
  title: "Tailscale",
  alsoCalled: ["network", "devices"],
  docs: {
    signature: "https://tailscale.com/kb/1213/webhooks",
    eventType: "https://tailscale.com/kb/1213/webhooks",
    setUp: "https://tailscale.com/kb/1213/webhooks",
  },
  secret: { label: "Secret", where: "It is shown once, when the endpoint is added." },
  scheme: timedPairs("Tailscale-Webhook-Signature", { toleranceSeconds: 300 }),
  challenges: [],
  eventType: [[body("0.type")]],
  idempotencyKeys: [],
  steps: [
    step("In the admin console open Settings, Webhooks, Add endpoint."),
    step("URL", "url"),
    step("Choose the events and add it: its secret is shown now, and never again. It goes into the field Secret here."),
  ],
};
