import { type Provider, step } from "../provider";
import { header, plainHmac } from "../scheme";

export const provider: Provider = {
  title: "Help Scout",
  alsoCalled: ["support"],
  docs: {
    signature: "https://developer.helpscout.com/webhooks/",
    eventType: "https://developer.helpscout.com/webhooks/",
    setUp: "https://developer.helpscout.com/webhooks/",
  },
  secret: { label: "Secret key", where: "The text that you choose for the webhook." },
  scheme: plainHmac("X-HelpScout-Signature", { encoding: "base64", hash: "SHA1" }),
  challenges: [],
  eventType: [[header("X-HelpScout-Event")]],
  idempotencyKeys: [],
  steps: [
    step("Open Manage, Apps, Webhooks, and install it."),
    step("Callback URL", "url"),
    step("Secret key: the same text as in the field Secret key here."),
    step("Choose the events and save."),
  ],
};
