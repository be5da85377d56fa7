import { type Provider, step } from "../provider";
import { header, plainHmac } from "../scheme";

export const provider: Provider = {
  title: "Patreon",
  alsoCalled: ["members"],
  docs: {
    signature: "https://docs.patreon.com/#webhooks",
    eventType: "https://docs.patreon.com/#triggers-v2",
    setUp: "https://www.patreon.com/portal/registration/register-webhooks",
  },
  secret: { label: "Secret", where: "On the page My webhooks of the portal." },
  scheme: plainHmac("X-Patreon-Signature", { encoding: "hex", hash: "MD5" }),
  challenges: [],
  eventType: [[header("X-Patreon-Event")]],
  idempotencyKeys: [],
  steps: [
    step("In the portal open My Webhooks."),
    step("Paste the webhook URL", "url"),
    step("Choose the triggers."),
    step("The secret is shown beside it. It goes into the field Secret here."),
  ],
};
