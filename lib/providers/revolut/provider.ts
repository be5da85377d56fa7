import { type Provider, step } from "../provider";
import { body, timedHeaders } from "../scheme";

export const provider: Provider = {
  title: "Revolut",
  alsoCalled: ["payments", "merchant"],
  docs: {
    signature:
      "https://developer.revolut.com/docs/guides/merchant/monitor-and-observe/webhooks/verify-the-payload-signature",
    eventType: "https://developer.revolut.com/docs/guides/accept-payments/tutorials/work-with-webhooks/using-webhooks",
  },
  secret: { label: "Signing secret", where: "The API answers it when the webhook is created. It begins with wsk_." },
  scheme: {
    ...timedHeaders("Revolut-Signature", {
      timestamp: "Revolut-Request-Timestamp",
      signed: "v1.{timestamp}.{body}",
      encoding: "hex",
      unit: "milliseconds",
      toleranceSeconds: 300,
    }),
    signature: { form: "list", header: "Revolut-Signature", separator: ",", prefix: "v1=" },
  },
  challenges: [],
  eventType: [[body("event")]],
  idempotencyKeys: [],
  steps: [
    step("Create a webhook by Revolut's API."),
    step("url", "url"),
    step("The answer has its signing_secret. It goes into the field Signing secret here."),
  ],
};
