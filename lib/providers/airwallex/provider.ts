import { type Provider, step } from "../provider";
import { body, timedHeaders } from "../scheme";

export const provider: Provider = {
  title: "Airwallex",
  alsoCalled: ["payments"],
  docs: {
    signature: "https://www.airwallex.com/docs/developer-tools/webhooks/listen-for-webhook-events",
    eventType: "https://www.airwallex.com/docs/developer-tools/webhooks",
    idempotencyKeys: "https://www.airwallex.com/docs/developer-tools/webhooks/listen-for-webhook-events",
    setUp: "https://www.airwallex.com/docs/developer-tools/webhooks/listen-for-webhook-events",
  },
  secret: { label: "Secret key", where: "On the webhook's page." },
  scheme: timedHeaders("x-signature", {
    timestamp: "x-timestamp",
    signed: "{timestamp}{body}",
    encoding: "hex",
    toleranceSeconds: 300,
    unit: "milliseconds",
  }),
  challenges: [],
  eventType: [[body("name")]],
  idempotencyKeys: ["request.body.id"],
  steps: [
    step("In the web app open Developer, Webhooks, Add webhook."),
    step("Notification URL", "url"),
    step("The secret key is on its page. It goes into the field Secret key here."),
  ],
};
