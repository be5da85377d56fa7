import { type Provider, step } from "../provider";
import { body, plainHmac } from "../scheme";

export const provider: Provider = {
  title: "Paystack",
  alsoCalled: ["payments"],
  docs: {
    signature: "https://paystack.com/docs/payments/webhooks/",
    eventType: "https://paystack.com/docs/payments/webhooks/",
    setUp: "https://paystack.com/docs/payments/webhooks/",
  },
  secret: { label: "Secret key", where: "Under Settings, API Keys & Webhooks. It begins with sk_." },
  scheme: plainHmac("x-paystack-signature", { encoding: "hex", hash: "SHA512" }),
  challenges: [],
  eventType: [[body("event")]],
  idempotencyKeys: [],
  steps: [
    step("In the dashboard open Settings, API Keys & Webhooks."),
    step("Webhook URL", "url"),
    step("The secret key of the same mode is there too. It goes into the field Secret key here."),
  ],
};
