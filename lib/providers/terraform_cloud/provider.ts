import { type Provider, step } from "../provider";
import { body, plainHmac } from "../scheme";

export const provider: Provider = {
  title: "HCP Terraform",
  alsoCalled: ["Terraform Cloud", "runs"],
  docs: {
    signature: "https://developer.hashicorp.com/terraform/cloud-docs/workspaces/settings/notifications",
    eventType: "https://developer.hashicorp.com/terraform/cloud-docs/api-docs/notification-configurations",
    setUp: "https://developer.hashicorp.com/terraform/cloud-docs/workspaces/settings/notifications",
  },
  secret: { label: "Token", where: "The token of the notification configuration." },
  scheme: plainHmac("X-TFE-Notification-Signature", { encoding: "hex", hash: "SHA512" }),
  challenges: [],
  eventType: [[body("notifications.0.trigger")]],
  idempotencyKeys: [],
  steps: [
    step("In the workspace open Settings, Notifications, Create a notification, Webhook."),
    step("Webhook URL", "url"),
    step("Token: the same text as in the field Token here."),
    step("Choose the triggers."),
  ],
};
