import { type Provider, step } from "../provider";
import { body, plainHmac } from "../scheme";

export const provider: Provider = {
  title: "Jira",
  alsoCalled: ["Atlassian", "Confluence", "issues"],
  docs: {
    signature: "https://developer.atlassian.com/cloud/jira/platform/webhooks/#secure-admin-webhooks",
    eventType: "https://developer.atlassian.com/cloud/jira/platform/webhooks/#supported-webhook-events",
    idempotencyKeys: "https://developer.atlassian.com/cloud/jira/platform/webhooks/#webhook-delivery",
    setUp: "https://developer.atlassian.com/cloud/jira/platform/webhooks/",
  },
  secret: { label: "Secret", where: "The secret of the webhook in Jira." },
  scheme: plainHmac("X-Hub-Signature", { encoding: "hex", prefix: "sha256=" }),
  challenges: [],
  eventType: [[body("webhookEvent")]],
  idempotencyKeys: ["request.header.X-Atlassian-Webhook-Identifier"],
  steps: [
    step("Open Settings, System, WebHooks, Create a WebHook."),
    step("URL", "url"),
    step("Secret: the same text as in the field Secret here."),
    step("Choose the events and create the webhook."),
  ],
};
