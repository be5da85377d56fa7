import { type Provider, step } from "../provider";
import { body, header } from "../scheme";

export const provider: Provider = {
  title: "Netlify",
  alsoCalled: ["deploys", "sites", "hosting"],
  docs: {
    signature: "https://docs.netlify.com/site-deploys/notifications/#payload-signature",
    eventType: "https://docs.netlify.com/site-deploys/notifications/",
    setUp: "https://docs.netlify.com/site-deploys/notifications/#http-post-request",
  },
  secret: {
    label: "JWS secret token",
    where: "A text of your choice, the same here as in the notification: at least 32 random characters.",
  },
  scheme: {
    kind: "jwt",
    at: header("X-Webhook-Signature"),
    issuer: "netlify",
    bodyHash: { claim: "sha256", hash: "SHA256" },
  },
  challenges: [],
  eventType: [[body("state")]],
  idempotencyKeys: [],
  steps: [
    step("Open the project's configuration, Notifications, Emails and webhooks, Deploy notifications."),
    step("Add notification, HTTP POST request, and choose the event to listen for."),
    step("URL to notify", "url"),
    step("JWS secret token: the same text as in the field JWS secret token here. Save."),
  ],
};
