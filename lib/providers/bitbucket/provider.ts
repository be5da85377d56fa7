import { type Provider, step } from "../provider";
import { header, plainHmac } from "../scheme";

export const provider: Provider = {
  title: "Bitbucket",
  alsoCalled: ["git", "Atlassian"],
  docs: {
    signature: "https://support.atlassian.com/bitbucket-cloud/docs/manage-webhooks/",
    eventType: "https://support.atlassian.com/bitbucket-cloud/docs/event-payloads/",
    setUp: "https://support.atlassian.com/bitbucket-cloud/docs/manage-webhooks/",
  },
  secret: { label: "Secret", where: "The secret of the webhook in Bitbucket." },
  scheme: plainHmac("X-Hub-Signature", { encoding: "hex", prefix: "sha256=" }),
  challenges: [],
  eventType: [[header("X-Event-Key")]],
  idempotencyKeys: ["request.header.X-Request-UUID"],
  steps: [
    step("In the repository open Repository settings, Webhooks, Add webhook."),
    step("URL", "url"),
    step("Secret: the same text as in the field Secret here."),
    step("Choose the triggers and save."),
  ],
};
