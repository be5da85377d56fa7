import { type Provider, step } from "../provider";
import { body, plainHmac } from "../scheme";

export const provider: Provider = {
  title: "Recurly",
  alsoCalled: ["subscriptions", "billing"],
  docs: {
    signature: "https://docs.recurly.com/recurly-subscriptions/docs/signature-verification",
    eventType: "https://docs.recurly.com/recurly-subscriptions/docs/webhooks",
    idempotencyKeys: "https://docs.recurly.com/recurly-subscriptions/docs/webhooks",
    setUp: "https://docs.recurly.com/recurly-subscriptions/docs/webhooks",
  },
  secret: {
    label: "Secret key",
    where: "On the page Webhook Endpoints. Only endpoints with the format JSON are signed.",
  },
  scheme: {
    ...plainHmac("recurly-signature", { encoding: "hex" }),
    signature: { form: "list", header: "recurly-signature", separator: ",", prefix: "" },
    signed: "{timestamp}.{body}",
    timestamp: { at: { in: "first_item", header: "recurly-signature" }, unit: "milliseconds", toleranceSeconds: 300 },
  },
  challenges: [],
  eventType: [[body("object_type"), body("event_type")]],
  idempotencyKeys: ["request.body.id"],
  steps: [
    step("Open Integrations, Webhooks, Configure, New Endpoint, with the format JSON."),
    step("Endpoint URL", "url"),
    step("The secret key is on the page of the endpoints. It goes into the field Secret key here."),
  ],
};
