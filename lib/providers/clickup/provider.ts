import { type Provider, step } from "../provider";
import { body, plainHmac } from "../scheme";

export const provider: Provider = {
  title: "ClickUp",
  alsoCalled: ["tasks"],
  docs: {
    signature: "https://developer.clickup.com/docs/webhooksignature",
    eventType: "https://developer.clickup.com/docs/webhooktaskpayloads",
    idempotencyKeys: "https://developer.clickup.com/docs/webhooks",
    setUp: "https://developer.clickup.com/docs/webhooks",
  },
  secret: { label: "Secret", where: "The API answers it when the webhook is created." },
  scheme: plainHmac("X-Signature", { encoding: "hex" }),
  challenges: [],
  eventType: [[body("event")]],
  idempotencyKeys: [],
  steps: [
    step("Create a webhook by ClickUp's API."),
    step("endpoint", "url"),
    step("The answer has its secret. It goes into the field Secret here."),
  ],
};
