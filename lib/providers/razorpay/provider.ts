import { type Provider, step } from "../provider";
import { body, plainHmac } from "../scheme";

export const provider: Provider = {
  title: "Razorpay",
  alsoCalled: ["payments"],
  docs: {
    signature: "https://razorpay.com/docs/webhooks/validate-test/",
    eventType: "https://razorpay.com/docs/webhooks/payloads/",
    idempotencyKeys: "https://razorpay.com/docs/webhooks/best-practices/",
    setUp: "https://razorpay.com/docs/webhooks/setup-edit-payments/",
  },
  secret: { label: "Secret", where: "The text that you choose when you add the webhook." },
  scheme: plainHmac("X-Razorpay-Signature", { encoding: "hex" }),
  challenges: [],
  eventType: [[body("event")]],
  idempotencyKeys: ["request.header.X-Razorpay-Event-Id"],
  steps: [
    step("In the dashboard open Account & Settings, Webhooks, Add New Webhook."),
    step("Webhook URL", "url"),
    step("Secret: the same text as in the field Secret here."),
    step("Choose the events and create the webhook."),
  ],
};
