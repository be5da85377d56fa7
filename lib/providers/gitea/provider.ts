import { type Provider, step } from "../provider";
import { header, plainHmac } from "../scheme";

export const provider: Provider = {
  title: "Gitea",
  alsoCalled: ["Forgejo", "git"],
  docs: {
    signature: "https://docs.gitea.com/usage/webhooks",
    eventType: "https://docs.gitea.com/usage/webhooks",
    setUp: "https://docs.gitea.com/usage/webhooks",
  },
  secret: { label: "Secret", where: "The secret of the webhook in Gitea." },
  scheme: plainHmac("X-Gitea-Signature", { encoding: "hex" }),
  challenges: [],
  eventType: [[header("X-Gitea-Event")]],
  idempotencyKeys: ["request.header.X-Gitea-Delivery"],
  steps: [
    step("In the repository open Settings, Webhooks, Add Webhook, Gitea."),
    step("Target URL", "url"),
    step("Secret: the same text as in the field Secret here."),
  ],
};
