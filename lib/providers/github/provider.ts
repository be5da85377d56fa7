import { type Provider, step, text } from "../provider";
import { header, plainHmac } from "../scheme";

export const provider: Provider = {
  title: "GitHub",
  alsoCalled: ["git", "GitHub Enterprise"],
  docs: {
    signature: "https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries",
    eventType: "https://docs.github.com/en/webhooks/webhook-events-and-payloads#delivery-headers",
    idempotencyKeys: "https://docs.github.com/en/webhooks/using-webhooks/best-practices-for-using-webhooks",
    setUp: "https://docs.github.com/en/webhooks/using-webhooks/creating-webhooks",
  },
  secret: {
    label: "Secret",
    where: "The secret of the webhook in GitHub. X-Hub-Signature-256 is checked with it.",
  },
  scheme: {
    ...plainHmac("X-Hub-Signature-256", { encoding: "hex" }),
    signature: { form: "named", header: "X-Hub-Signature-256" },
  },
  challenges: [],
  eventType: [[header("X-GitHub-Event")]],
  idempotencyKeys: ["request.header.X-GitHub-Delivery"],
  steps: [
    step("In the repository or organization open Settings, Webhooks, Add webhook."),
    step("Payload URL", "url"),
    step("Content type", text("application/json")),
    step("Secret: the same text as in the field Secret here."),
    step("Choose the events and add the webhook. GitHub sends a ping at once."),
  ],
};
